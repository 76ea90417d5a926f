/** One billed segment of one install, as its author sees it. Amounts in minor units. */
export interface LineView {
  lineId: string;
  invoiceId: string;
  invoiceNumber: string;
  installId: string;
  driveId: string;
  driveName: string;
  ventureName: string;
  /** `YYYY-MM` */
  month: string;
  currency: string;
  fromAt: Date;
  toAt: Date;
  /** The calculation: gross = price × seconds / monthSeconds, half up. */
  priceMinor: bigint;
  seconds: number;
  monthSeconds: number;
  grossMinor: bigint;
  authorBps: number;
  /** Sum of gross x author_bps over the lines of author, currency and month up to and including this one. */
  running: bigint;
  authorMinor: bigint;
  platformMinor: bigint;
  /** Invoices that collect this line: its own, and those into which all of it was carried. */
  payers: string[];
}

/** Amount that one posting took from one line of an author. */
export interface RowReversal {
  /** Idempotency key of the ledger transaction. */
  postingKey: string;
  source: 'refund' | 'dispute' | 'credit_note';
  lineId: string;
  invoiceId: string;
  /** Id of that transaction; null while it is not posted. */
  txId: string | null;
  /** Minor units; positive: taken from the author, negative: returned. */
  authorMinor: bigint;
}

type Minor = 'priceMinor' | 'grossMinor' | 'running' | 'authorMinor' | 'platformMinor' | 'seconds' | 'monthSeconds';

/** With whole numbers as the driver returns them. */
export type AuthorLineRow = Omit<LineView, Minor> & Record<Minor | 'n', string>;

/**
 * For each of the authors $1 the lines in their month of $2, and those of any month collected by their invoices ($4, of the
 * author at the place $3), in the order of the running split.
 */
export const AUTHOR_LINES = `with recursive asked as (
   select * from unnest($1::uuid[], $2::date[]) with ordinality as a (org_id, month, n)),
 collected as (
   select a.n, a.org_id, a.month, i.id, i.carried_from from unnest($3::int[], $4::uuid[]) as o (n, invoice_id)
   join asked a on a.n = o.n join billing.invoices i on i.id = o.invoice_id
   union select c.n, c.org_id, c.month, p.id, p.carried_from from collected c join billing.invoices p on p.id = c.carried_from where p.amount_due = 0),
 reached as (
   select l.*, (sum(l.gross::numeric * l.author_bps)
     over (partition by l.org_id, l.currency, l.month order by l.install_id, l.from_at))::text as running
   from billing.invoice_lines l join (
       select org_id, month from asked
       union
       select p.org_id, p.month from collected c join billing.invoice_lines p on p.invoice_id = c.id and p.org_id = c.org_id
     ) o on o.org_id = l.org_id and o.month = l.month),
 payer as (
   select i.id as first, i.id, i.amount_due from (select distinct invoice_id from reached) l join billing.invoices i on i.id = l.invoice_id
   union all select p.first, n.id, n.amount_due from payer p join billing.invoices n on n.carried_from = p.id where p.amount_due = 0),
 payers as (
   select first, array_agg(id::text order by id) as payers from payer group by first)
 select l.n, l.id as "lineId", l.invoice_id as "invoiceId", i.number as "invoiceNumber", l.install_id as "installId",
   l.drive_id as "driveId", l.drive_name as "driveName", l.venture_name as "ventureName", to_char(l.month, 'YYYY-MM') as month, l.currency,
   l.from_at as "fromAt", l.to_at as "toAt", l.price_amount as "priceMinor", l.seconds, l.month_seconds as "monthSeconds",
   l.gross as "grossMinor", l.author_bps as "authorBps", l.running, l.author_share as "authorMinor", l.platform_share as "platformMinor",
   y.payers
 from (
     select a.n, l.* from asked a join reached l on l.org_id = a.org_id and l.month = a.month
     union all
     select c.n, l.* from collected c join reached l on l.org_id = c.org_id and l.invoice_id = c.id and l.month <> c.month
   ) l join billing.invoices i on i.id = l.invoice_id join payers y on y.first = l.invoice_id
 where i.state <> 'draft'
 order by l.n, l.month, l.currency, l.install_id, l.from_at`;

export function lineView({ n: _n, ...row }: AuthorLineRow): LineView {
  return {
    ...row,
    priceMinor: BigInt(row.priceMinor),
    seconds: Number(row.seconds),
    monthSeconds: Number(row.monthSeconds),
    grossMinor: BigInt(row.grossMinor),
    running: BigInt(row.running),
    authorMinor: BigInt(row.authorMinor),
    platformMinor: BigInt(row.platformMinor),
  };
}
