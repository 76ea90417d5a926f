import { sorted, type Read, type ResultNames } from './reading.js';
import type { Row } from './result.js';

/** Both months inclusive, `YYYY-MM`. */
type Range = readonly [first: string, last: string];
type Line = Row<'install' | 'from' | 'tenant' | 'month' | 'currency' | 'gross' | 'author_share' | 'platform_share'>;
type Invoice = Row<'kind' | 'state' | 'number' | 'tenant' | 'month' | 'currency' | 'subtotal' | 'tax' | 'total'>;

const IN_RANGE = `to_char(i.month, 'YYYY-MM') between $1 and $2`;
/** Tenant, month and currency of the invoice that something is about. */
const OF_INVOICE = `i.tenant_id as tenant, to_char(i.month, 'YYYY-MM') as month, i.currency`;

export async function observeBilling(read: Read, names: ResultNames, range: Range) {
  const { owner, source } = names;
  const refunds = await read<Row>(
    `select r.id as refund, ${OF_INVOICE}, r.scope, r.reason, r.amount, r.covered, r.state, r.problem, r.booked_at,
       r.ended_at
     from billing.refunds r join billing.invoices i on i.id = r.invoice_id where ${IN_RANGE}`,
    [...range],
    { refund: source, tenant: owner },
  );
  const creditNotes = await read<Row>(
    `select n.number, n.kind, n.refund_id as refund, ${OF_INVOICE}, n.net, n.tax, n.total, n.reason, n.issued_at,
       (select k.issued_at from billing.credit_notes k where k.counters = n.id) as voided_at
     from billing.credit_notes n join billing.invoices i on i.id = n.invoice_id where n.kind <> 'counter' and ${IN_RANGE}`,
    [...range],
    { refund: source, tenant: owner },
  );
  const disputes = await read<Row>(
    `select d.id as dispute, ${OF_INVOICE}, d.amount, d.status, d.phase, d.withdrawn, d.covered, d.fee, d.opened_at,
       d.closed_at
     from billing.disputes d join billing.invoices i on i.id = d.invoice_id where ${IN_RANGE}`,
    [...range],
    { dispute: source, tenant: owner },
  );
  // The amount that a posting took from a line (positive) or returned to it (negative).
  const adjustments = await read<Row>(
    `select t.effective_at as at, t.kind, a.source_type || ' ' || a.source_id as source, ${OF_INVOICE},
       a.org_id as author, l.install_id as install, l.from_at as "from", a.gross, a.tax, a.author_share, a.platform_share
     from billing.line_adjustments a join billing.invoices i on i.id = a.invoice_id
     join billing.invoice_lines l on l.id = a.line_id
     join ledger.ledger_tx t on t.idempotency_key = a.posting_key where ${IN_RANGE}`,
    [...range],
    { source: (text) => text.replace(/\S+$/, source), tenant: owner, author: owner, install: owner },
  );
  return {
    lines: await lines(read, names, range),
    invoices: await invoices(read, names, range),
    refunds: sorted(refunds, 'refund'),
    credit_notes: sorted(creditNotes, 'number'),
    disputes: sorted(disputes, 'dispute'),
    adjustments: sorted(adjustments, 'at', 'kind', 'source', 'install', 'from'),
  };
}

async function lines(read: Read, { owner }: ResultNames, range: Range) {
  const rows = await read<Line>(
    `select to_char(l.month, 'YYYY-MM') as month, l.org_id as author, l.currency, l.install_id as install,
       l.drive_id as drive, i.tenant_id as tenant, s.venture_id as venture, l.from_at as "from", l.to_at as "to",
       l.seconds::int as seconds, l.month_seconds::int as month_seconds, l.price_amount as price, l.gross,
       l.author_bps as basis_points, l.author_share, l.platform_share
     from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id
     join billing.install_segments s on s.id = l.segment_id
     where to_char(l.month, 'YYYY-MM') between $1 and $2`,
    [...range],
    { author: owner, install: owner, drive: owner, tenant: owner, venture: owner },
  );
  const reached = new Map<string, { gross: bigint; share: bigint }>();
  return sorted(rows, 'month', 'author', 'currency', 'install', 'from').map((row) => {
    const key = `${row.month} ${row['author'] ?? ''} ${row.currency}`;
    const before = reached.get(key) ?? { gross: 0n, share: 0n };
    const after = { gross: before.gross + BigInt(row.gross), share: before.share + BigInt(row.author_share) };
    reached.set(key, after);
    return { ...row, running_gross: String(after.gross), running_author_share: String(after.share) };
  });
}

async function invoices(read: Read, { owner }: ResultNames, range: Range) {
  const rows = await read<Invoice & { id: string }>(
    `select i.id, i.number, i.kind, ${OF_INVOICE}, i.subtotal, i.tax, i.total, i.carried_in, i.carried_out, i.amount_due,
       i.state, i.issued_at, i.paid_at, i.next_retry_at as next_try_at, i.last_problem as problem
     from billing.invoices i where ${IN_RANGE}`,
    [...range],
    { tenant: owner },
  );
  const payments = await read<Row & { invoice_id: string }>(
    `select invoice_id, n, state, ended_at as at, amount, fee, problem from billing.payments order by invoice_id, n`,
  );
  return sorted(rows, 'month', 'tenant', 'currency').map(({ id, ...row }) => ({
    ...row,
    payments: payments.filter((payment) => payment.invoice_id === id).map(({ invoice_id: _, ...payment }) => payment),
  }));
}
