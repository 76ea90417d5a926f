import type { InvoiceResult, LineResult } from '../result.js';
import { iso, sorted, type NameOf, type Range, type Read } from './reading.js';

interface LineRow {
  month: string;
  org_id: string | null;
  currency: string;
  install_id: string;
  drive_id: string;
  tenant_id: string;
  venture_id: string;
  from_at: Date;
  to_at: Date;
  seconds: string;
  month_seconds: string;
  price_amount: string;
  gross: string;
  author_bps: number;
  author_share: string;
  platform_share: string;
}

export async function lines(read: Read, nameOf: NameOf, { first, last }: Range): Promise<LineResult[]> {
  const rows = await read<LineRow>(
    `select to_char(l.month, 'YYYY-MM') as month, l.org_id, l.currency, l.install_id, l.drive_id, i.tenant_id, s.venture_id,
       l.from_at, l.to_at, l.seconds, l.month_seconds, l.price_amount, l.gross, l.author_bps, l.author_share, l.platform_share
     from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id join billing.install_segments s on s.id = l.segment_id
     where to_char(l.month, 'YYYY-MM') between $1 and $2`,
    [first, last],
  );
  const ordered = sorted(
    rows,
    (row) => row.month,
    (row) => (row.org_id === null ? '' : nameOf(row.org_id)),
    (row) => row.currency,
    (row) => nameOf(row.install_id),
    (row) => row.from_at.toISOString(),
  );
  const reached = new Map<string, { gross: bigint; share: bigint }>();
  return ordered.map((row) => {
    const author = row.org_id === null ? null : nameOf(row.org_id);
    const key = `${row.month} ${author ?? ''} ${row.currency}`;
    const before = reached.get(key) ?? { gross: 0n, share: 0n };
    const after = { gross: before.gross + BigInt(row.gross), share: before.share + BigInt(row.author_share) };
    reached.set(key, after);
    return {
      month: row.month,
      author,
      currency: row.currency,
      install: nameOf(row.install_id),
      drive: nameOf(row.drive_id),
      tenant: nameOf(row.tenant_id),
      venture: nameOf(row.venture_id),
      from: row.from_at.toISOString(),
      to: row.to_at.toISOString(),
      seconds: Number(row.seconds),
      month_seconds: Number(row.month_seconds),
      price: row.price_amount,
      gross: row.gross,
      basis_points: row.author_bps,
      author_share: row.author_share,
      platform_share: row.platform_share,
      running_gross: after.gross.toString(),
      running_author_share: after.share.toString(),
    };
  });
}

interface InvoiceRow {
  id: string;
  number: string;
  kind: 'installs' | 'listing_fee';
  tenant_id: string;
  month: string;
  currency: string;
  subtotal: string;
  tax: string;
  total: string;
  carried_in: string;
  carried_out: string;
  amount_due: string;
  state: string;
  issued_at: Date | null;
  paid_at: Date | null;
  next_retry_at: Date | null;
  last_problem: string | null;
}

interface PaymentRow {
  invoice_id: string;
  n: number;
  state: string;
  amount: string;
  fee: string | null;
  problem: string | null;
  ended_at: Date | null;
}

export async function invoices(read: Read, nameOf: NameOf, { first, last }: Range): Promise<InvoiceResult[]> {
  const rows = await read<InvoiceRow>(
    `select i.id, i.number, i.kind, i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, i.subtotal, i.tax, i.total, i.carried_in,
       i.carried_out, i.amount_due, i.state, i.issued_at,
       i.paid_at, i.next_retry_at, i.last_problem
     from billing.invoices i where to_char(i.month, 'YYYY-MM') between $1 and $2`,
    [first, last],
  );
  const payments = await read<PaymentRow>(
    'select invoice_id, n, state, amount, fee, problem, ended_at from billing.payments order by invoice_id, n',
  );
  const ordered = sorted(
    rows,
    (row) => row.month,
    (row) => nameOf(row.tenant_id),
    (row) => row.currency,
  );
  return ordered.map((row) => ({
    number: row.number,
    kind: row.kind,
    tenant: nameOf(row.tenant_id),
    month: row.month,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    carried_in: row.carried_in,
    carried_out: row.carried_out,
    amount_due: row.amount_due,
    state: row.state,
    issued_at: iso(row.issued_at),
    paid_at: iso(row.paid_at),
    next_try_at: iso(row.next_retry_at),
    problem: row.last_problem,
    payments: payments
      .filter((payment) => payment.invoice_id === row.id)
      .map(({ n, state, amount, fee, problem, ended_at }) => ({ n, state, at: iso(ended_at), amount, fee, problem })),
  }));
}
