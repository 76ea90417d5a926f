import type { MonthRange, RealFacts } from '../domain/real-facts.js';
import { PAYERS } from './payers.js';
import type { ReadRows } from './read-rows.js';

const OF_INVOICE = `i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency`;
const IN_RANGE = `to_char(i.month, 'YYYY-MM') between $1 and $2`;

/** Lines with the amounts that a posting took; for an author without tax. */
const taken = (postingKey: string): string => `coalesce((
  select jsonb_agg(jsonb_build_object('install_id', l.install_id, 'from', l.from_at,
      'amount', (a.gross + case when $3::uuid is null then a.tax else 0 end)::text) order by l.install_id, l.from_at)
    filter (where a.gross + case when $3::uuid is null then a.tax else 0 end > 0)
  from billing.line_adjustments a join billing.invoice_lines l on l.id = a.line_id
  where a.posting_key = ${postingKey} and ($3::uuid is null or a.org_id = $3)), '[]')`;

/** Refunds, disputes and write-offs of the invoices of these months. */
export async function readAdjustments(
  read: ReadRows,
  orgId: string | null,
  { first, last }: MonthRange,
): Promise<Pick<RealFacts, 'refunds' | 'creditNotes' | 'disputes' | 'writeOffs'>> {
  const params = [first, last, orgId];
  return {
    // A surplus is not part of an invoice.
    refunds: await read(
      `select r.id, ${OF_INVOICE}, r.scope, r.reason, r.amount, r.state, r.provider_refund_id is not null as made,
         r.created_at, r.booked_at, r.ended_at, ${taken(`'refund:' || r.provider_refund_id`)} as taken,
         coalesce((select jsonb_agg(jsonb_build_object('install_id', l.install_id, 'from', l.from_at, 'amount', a.amount::text) order by l.install_id, l.from_at)
           from billing.refund_lines a join billing.invoice_lines l on l.id = a.line_id where a.refund_id = r.id), '[]') as asked
       from billing.refunds r join billing.invoices i on i.id = r.invoice_id
       where ${IN_RANGE} and i.kind = 'installs' and r.scope <> 'surplus' order by coalesce(r.booked_at, r.created_at), r.id`,
      params,
    ),
    creditNotes: await read(
      `select ${OF_INVOICE}, n.reason, n.issued_at as at, ${taken(`'credit_note:' || n.id`)} as taken
       from billing.credit_notes n join billing.invoices i on i.id = n.invoice_id
       where ${IN_RANGE} and i.kind = 'installs' and n.kind = 'cancellation' order by n.number_seq`,
      params,
    ),
    disputes: await read(
      `select d.provider_dispute_id as id, ${OF_INVOICE}, coalesce(d.withdrawn, d.amount)::text as amount, d.reason,
         ${taken(`'dispute:' || d.provider_dispute_id || ':opened'`)} as taken,
         (select jsonb_agg(jsonb_build_object('status', s.status, 'phase', s.phase, 'at', s.seen_at, 'fee', coalesce((
             select (case when $3::uuid is null then -sum(e.amount) else sum(e.amount) end)::text
               from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
               where t.kind = 'dispute_fee' and t.source_id = d.id::text and t.effective_at = s.seen_at
                 and (a.code = 'stripe_balance' and $3::uuid is null or a.code = 'author_payable' and a.owner_id = $3)), '0'))
             order by s.version)
           from billing.dispute_steps s where s.dispute_id = d.id) as steps
       from billing.disputes d join billing.invoices i on i.id = d.invoice_id
       where ${IN_RANGE} and i.kind = 'installs' and ($3::uuid is null or exists (
         select 1 from billing.line_adjustments a where a.source_type = 'dispute' and a.source_id = d.id and a.org_id = $3)) order by d.created_at, d.id`,
      params,
    ),
    writeOffs: await read(
      `${PAYERS} select ${OF_INVOICE}, w.decided_at as at
       from payer y join billing.write_offs w on w.invoice_id = y.id join billing.invoices i on i.id = y.first
       where w.state = 'approved' order by w.decided_at, w.id, i.id`,
      params,
    ),
  };
}
