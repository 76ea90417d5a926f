import { Injectable } from '@nestjs/common';
import { OverdueBalances, type OverdueBalance } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import type { ItemKind } from '../domain/item-kinds.js';
import type { NewItem } from '../persistence/items.repository.js';

/** What each query finds. `occurredAt`, `amount` and `facts` are those of the item; without money, the amount is 0. */
type Found = Omit<NewItem, 'kind' | 'amount'> & { amount: string };

/** Once a person has closed its item, it is not opened again. */
const ALTERED_STATEMENTS = `select x.ref, x.currency, 0::bigint as amount, x.found_at as "occurredAt",
    jsonb_build_object('author', coalesce(o.name, x.org_id::text), 'month', m.month) as facts
  from (select *, 'statement_altered:' || run_id || ':' || org_id || ':' || currency as ref from statements.alterations) x
  join (select distinct run_id, month from statements.months) m on m.run_id = x.run_id left join authors.organizations o on o.id = x.org_id
  where not exists (select 1 from reconciliation.items i where i.ref = x.ref and i.state = 'closed')
  order by x.found_at, x.ref`;

/**
 * Invoices that cannot be charged for a reason other than their payer: refused because of our request, stuck, or
 * without an answer for an hour. No money moved; the amount is that of the invoice.
 */
const NOT_CHARGED = `select 'not_charged:' || i.id as ref, i.currency, billing.open_amount(i.id) as amount,
    coalesce(i.fault_since, p.first_sent_at, p.created_at) as "occurredAt",
    jsonb_build_object('invoice', i.number, 'payer', i.tenant_name, 'problem', coalesce(i.fault, p.problem, ''),
      'what', case when p.state = 'stuck' then 'stuck' when p.state = 'sending' then 'no_answer' else 'refused' end) as facts
  from billing.invoices i left join billing.payments p on p.invoice_id = i.id and p.state in ('sending', 'stuck')
  where i.state in ('open', 'past_due') and i.id in (
    select id from billing.invoices where fault_since is not null
    union all select invoice_id from billing.payments where state = 'stuck'
    union all select invoice_id from billing.payments where state = 'sending' and first_sent_at < (select platform.portal_now()) - interval '1 hour')
  order by i.number_seq`;

/**
 * Money work and provider events that have failed at every attempt. Their amount becomes known when the work is done;
 * `object` is the provider's id of the object that the event is about, empty when the event is not the provider's.
 */
const WORK_PARKED = `select 'work_parked:' || d.event_id || ':' || d.consumer as ref, 'usd' as currency, 0::bigint as amount, e.created_at as "occurredAt",
    jsonb_build_object('event', e.type || coalesce(' ' || (e.payload ->> 'type'), ''), 'consumer', d.consumer,
      'object', coalesce(e.payload ->> 'object_id', ''), 'attempts', d.attempts::text,
      'problem', left(coalesce(d.last_error, ''), 500)) as facts
  from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
  where d.state = 'failed' and (d.lane = 'money' or e.type = 'stripe.event_received') order by e.seq, d.consumer`;

/**
 * Tax of credit notes for which our books and the provider differ: the reversal was refused, has had no answer for a
 * day, or was made for a refund that failed afterwards. Each is reported once, even after a person has closed it.
 */
const TAX_REPORTS = `select 'tax_report:' || r.credit_note_id || ':' || r.invoice_id as ref, c.currency, 0::bigint as amount,
    coalesce(k.issued_at, r.ended_at, r.created_at) as "occurredAt",
    jsonb_build_object('net', r.net::text, 'tax', r.tax::text, 'credit_note', c.number, 'invoice', i.number, 'problem', coalesce(r.problem, ''),
      'what', case when k.id is not null then 'taken_back_for_nothing' when r.state = 'refused' then 'refused' else 'no_answer' end) as facts
  from billing.tax_reversals r join billing.credit_notes c on c.id = r.credit_note_id join billing.invoices i on i.id = r.invoice_id
  left join billing.credit_notes k on k.counters = c.id
  where ((k.id is null and (r.state = 'refused' or (r.state = 'due' and r.created_at < (select platform.portal_now()) - interval '1 day')))
      or (k.id is not null and r.state = 'reversed'))
    and not exists (select 1 from reconciliation.items o where o.ref = 'tax_report:' || r.credit_note_id || ':' || r.invoice_id)
  order by r.created_at, r.credit_note_id, r.invoice_id`;

/** Payouts that the author's bank refused and that have not arrived since, however long ago. */
const BANK_REFUSED = `select 'bank_refused:' || p.id as ref, p.currency, p.amount, b.refused_at as "occurredAt",
    jsonb_build_object('author', coalesce(o.name, p.org_id::text), 'org_id', p.org_id::text, 'payout', p.id::text, 'transfer', coalesce(a.transfer_id, ''),
      'bank_payout', b.bank_payout_id, 'why', coalesce(b.failure, 'The bank gave no reason.')) as facts
  from payouts.bank_legs b join payouts.payouts p on p.id = b.payout_id left join authors.organizations o on o.id = p.org_id
  left join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
  where b.refused_at is not null order by b.refused_at, p.id`;

/** Pairs of authors with one bank account that nobody has decided about. */
const SHARED_BANKS = `select s.ref, 'usd' as currency, 0::bigint as amount, s.since as "occurredAt",
    jsonb_build_object('author', a.name, 'other_author', b.name, 'bank_account', '…' || s.last4) as facts
  from reconciliation.shared_banks() s join authors.organizations a on a.id = s.org_id join authors.organizations b on b.id = s.other_id
  where s.org_id < s.other_id order by s.since, s.ref`;

const QUERIES = {
  tax_report: TAX_REPORTS,
  statement_altered: ALTERED_STATEMENTS,
  bank_refused: BANK_REFUSED,
  shared_bank: SHARED_BANKS,
  not_charged: NOT_CHARGED,
  work_parked: WORK_PARKED,
} satisfies Partial<Record<ItemKind, string>>;
const QUERIED = Object.keys(QUERIES) as (keyof typeof QUERIES)[];

/** Kinds that are found in our own tables, without the provider. */
export const INTERNAL_KINDS: readonly ItemKind[] = [...QUERIED, 'negative_overdue'];

/** Exceptions that our own tables show; the provider is not queried. */
@Injectable()
export class InternalExceptions {
  constructor(private readonly overdue: OverdueBalances) {}

  async list(tx: Tx): Promise<NewItem[]> {
    const items = (await this.overdue.list(tx)).map(negativeOverdue);
    for (const kind of QUERIED)
      for (const one of await tx.query<Found>(QUERIES[kind])) items.push({ ...one, kind, amount: BigInt(one.amount) });
    return items;
  }
}

/** A debt of an author to the platform. No money moved at the provider; it is settled on the item's page. */
function negativeOverdue({ orgId, authorName, currency, owedMinor, since, why }: OverdueBalance): NewItem {
  return {
    ref: `negative_overdue:${orgId}:${currency}`,
    kind: 'negative_overdue',
    currency,
    amount: -owedMinor,
    occurredAt: since,
    facts: { author: authorName, org_id: orgId, why },
  };
}
