import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { parseMonth } from './domain/month.js';
import {
  AUTHOR_LINES,
  lineView,
  type AuthorLineRow,
  type LineView,
  type RowReversal,
} from './invoicing/read/author-lines.js';
import { AuthorWaitsQuery, type AuthorWaits } from './invoicing/read/author-waits.js';

/** Billing's interface for other features. Months are `YYYY-MM`, UTC. */
@Injectable()
export class Billing {
  constructor(
    private readonly database: Database,
    private readonly waits: AuthorWaitsQuery,
  ) {}

  /**
   * True when every invoice of the month is issued and booked.
   * @throws AppError `month_invalid` (400)
   */
  async isClosed(month: string): Promise<boolean> {
    const { startAt } = parseMonth(month);
    const rows = await this.database.query(
      `select 1 from billing.periods where month = $1::date and state = 'closed'`,
      [startAt.toISOString().slice(0, 10)],
    );
    return rows.length > 0;
  }

  /**
   * Lines of each author in a month, paid or not, and those of `invoiceIds` of any month, in the order of `of`.
   * @throws AppError `month_invalid` (400)
   */
  async linesOfAuthors(of: readonly { orgId: string; month: string; invoiceIds: readonly string[] }[]) {
    const rows = await this.database.query<AuthorLineRow>(AUTHOR_LINES, [
      of.map(({ orgId }) => orgId),
      of.map(({ month }) => parseMonth(month).startAt.toISOString().slice(0, 10)),
      of.flatMap(({ invoiceIds }, at) => invoiceIds.map(() => at + 1)),
      of.flatMap(({ invoiceIds }) => invoiceIds),
    ]);
    const lines = of.map((): LineView[] => []);
    for (const row of rows) lines[Number(row.n) - 1]!.push(lineView(row));
    return lines;
  }

  /**
   * Number of lines of each author in a month; authors without lines are left out.
   * @throws AppError `month_invalid` (400)
   */
  async lineCounts(month: string): Promise<Map<string, number>> {
    const rows = await this.database.query<{ org_id: string; lines: number }>(
      `select org_id, count(*)::int as lines from billing.invoice_lines where month = $1::date and org_id is not null group by 1`,
      [parseMonth(month).startAt.toISOString().slice(0, 10)],
    );
    return new Map(rows.map((row) => [row.org_id, row.lines]));
  }

  /**
   * Amounts that the given postings took from authors' lines, and that credit notes took from the given invoices, by
   * author.
   */
  async takenFromLines(
    orgIds: readonly string[],
    of: { postingKeys: readonly string[]; creditedInvoices: readonly string[] },
  ): Promise<Map<string, RowReversal[]>> {
    if (of.postingKeys.length + of.creditedInvoices.length === 0) return new Map();
    const rows = await this.database.query<
      Omit<RowReversal, 'authorMinor'> & { readonly orgId: string; readonly authorMinor: string }
    >(
      `select org_id as "orgId", posting_key as "postingKey", source_type as source, line_id as "lineId", invoice_id as "invoiceId",
         author_share as "authorMinor",
         (select t.id::text from ledger.ledger_tx t where t.idempotency_key = posting_key) as "txId" from billing.line_adjustments
       where org_id = any($1::uuid[]) and author_share <> 0 and (posting_key = any($2::text[])
         or (source_type = 'credit_note' and invoice_id = any($3::uuid[])))
       order by org_id, posting_key, line_id`,
      [orgIds, of.postingKeys, of.creditedInvoices],
    );
    const reversals = new Map<string, RowReversal[]>();
    for (const { orgId, ...row } of rows) {
      const own = reversals.get(orgId) ?? [];
      if (own.length === 0) reversals.set(orgId, own);
      own.push({ ...row, authorMinor: BigInt(row.authorMinor) });
    }
    return reversals;
  }

  /** When an author's unpaid invoices are charged next and open disputes must be answered, by currency. */
  async waitsOfAuthor(orgId: string): Promise<Map<string, AuthorWaits>> {
    return this.waits.of(orgId);
  }
}
