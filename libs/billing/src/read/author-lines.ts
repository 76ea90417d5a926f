import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform';
import { parseMonth } from '../domain/month.js';

/** One billed stretch of one install, as its author sees it. Amounts in minor units. */
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
  /** The arithmetic: gross = price × seconds / monthSeconds, half up. */
  priceMinor: bigint;
  seconds: number;
  monthSeconds: number;
  grossMinor: bigint;
  authorBps: number;
  /** True where the split was rounded on this line alone, not on the running total. */
  roundedAlone: boolean;
  /** Sum of gross x author_bps over the lines of author, currency and month up to and with this one; of it alone where it was rounded alone. */
  running: bigint;
  authorMinor: bigint;
  platformMinor: bigint;
  /** Invoices that collect this line: its own, and those into which the whole of it was carried. */
  payers: string[];
  /** True once the tenant has paid one of them: from then on the author's part is owed. */
  paid: boolean;
  paidAt: Date | null;
}

/** What one booking took from one line of an author. */
export interface LineTaking {
  /** Key of the ledger transaction. */
  postingKey: string;
  source: 'refund' | 'dispute' | 'credit_note';
  lineId: string;
  invoiceId: string;
  /** Minor units; positive: taken from the author, negative: given back. */
  authorMinor: bigint;
}

interface Row {
  id: string;
  invoice_id: string;
  number: string;
  install_id: string;
  drive_id: string;
  drive_name: string;
  venture_name: string;
  month: string;
  currency: string;
  from_at: Date;
  to_at: Date;
  price_amount: string;
  seconds: string;
  month_seconds: string;
  gross: string;
  author_bps: number;
  by_line: boolean;
  running: string;
  author_share: string;
  platform_share: string;
  payers: string[];
  paid_at: Date | null;
}

@Injectable()
export class AuthorLines {
  constructor(private readonly database: Database) {}

  /** Lines of the month, and of those that the given invoices collect, whatever their month, in the order in which the running split was made. */
  async list(orgId: string, month: string, invoiceIds: readonly string[] = []): Promise<LineView[]> {
    const { startAt } = parseMonth(month);
    const rows = await this.database.query<Row>(
      `with recursive collected as (
         select id, carried_from from billing.invoices where id = any($3::uuid[])
         union select p.id, p.carried_from from collected c join billing.invoices p on p.id = c.carried_from where p.amount_due = 0),
       reached as (
         select l.*, r.rounding = 'line_half_up' as by_line, (case when r.rounding = 'line_half_up' then l.gross::numeric * l.author_bps
             else sum(l.gross::numeric * l.author_bps) filter (where r.rounding <> 'line_half_up')
               over (partition by l.currency, l.month order by l.install_id, l.from_at, l.segment_id) end)::text as running
         from billing.invoice_lines l join billing.install_segments s on s.id = l.segment_id join billing.split_rules r on r.id = s.split_rule_id
         where l.org_id = $1 and (l.month = $2::date or l.month in (
           select p.month from billing.invoice_lines p where p.org_id = $1 and p.invoice_id in (select id from collected))))
       select l.id, l.invoice_id, i.number, l.install_id, l.drive_id, l.drive_name, l.venture_name, to_char(l.month, 'YYYY-MM') as month,
         l.currency, l.from_at, l.to_at, l.price_amount, l.seconds, l.month_seconds, l.gross, l.author_bps, l.by_line, l.running,
         l.author_share, l.platform_share, y.payers, y.paid_at
       from reached l join billing.invoices i on i.id = l.invoice_id
       cross join lateral (
         with recursive payer as (
           select i.id, i.amount_due, i.paid_at
           union all select n.id, n.amount_due, n.paid_at from payer p join billing.invoices n on n.carried_from = p.id where p.amount_due = 0)
         select array_agg(id::text order by id) as payers, min(paid_at) as paid_at from payer) y
       where (l.month = $2::date or l.invoice_id in (select id from collected)) and i.state <> 'draft'
       order by l.month, l.currency, l.install_id, l.from_at, l.segment_id`,
      [orgId, startAt.toISOString().slice(0, 10), invoiceIds],
    );
    return rows.map((row) => ({
      lineId: row.id,
      invoiceId: row.invoice_id,
      invoiceNumber: row.number,
      installId: row.install_id,
      driveId: row.drive_id,
      driveName: row.drive_name,
      ventureName: row.venture_name,
      month: row.month,
      currency: row.currency,
      fromAt: row.from_at,
      toAt: row.to_at,
      priceMinor: BigInt(row.price_amount),
      seconds: Number(row.seconds),
      monthSeconds: Number(row.month_seconds),
      grossMinor: BigInt(row.gross),
      authorBps: row.author_bps,
      roundedAlone: row.by_line,
      running: BigInt(row.running),
      authorMinor: BigInt(row.author_share),
      platformMinor: BigInt(row.platform_share),
      payers: row.payers,
      paid: row.paid_at !== null,
      paidAt: row.paid_at,
    }));
  }

  /** What the given bookings took from the author's lines, and what credit notes took of the given invoices. */
  async takings(
    orgId: string,
    of: { postingKeys: readonly string[]; creditedInvoices: readonly string[] },
  ): Promise<LineTaking[]> {
    const rows = await this.database.query<{
      posting_key: string;
      source_type: LineTaking['source'];
      line_id: string;
      invoice_id: string;
      author_share: string;
    }>(
      `select posting_key, source_type, line_id, invoice_id, author_share from billing.line_adjustments
       where org_id = $1 and author_share <> 0 and (posting_key = any($2::text[])
         or (source_type = 'credit_note' and invoice_id = any($3::uuid[])))
       order by posting_key, line_id`,
      [orgId, of.postingKeys, of.creditedInvoices],
    );
    return rows.map((row) => ({
      postingKey: row.posting_key,
      source: row.source_type,
      lineId: row.line_id,
      invoiceId: row.invoice_id,
      authorMinor: BigInt(row.author_share),
    }));
  }
}
