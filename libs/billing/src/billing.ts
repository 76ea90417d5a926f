import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { parseMonth } from './domain/month.js';
import { AuthorLines, type RowReversal, type LineView } from './invoicing/read/author-lines.js';
import { AuthorWaitsQuery, type AuthorWaits } from './invoicing/read/author-waits.js';

/** Billing's interface for other features. Months are `YYYY-MM`, UTC. */
@Injectable()
export class Billing {
  constructor(
    private readonly database: Database,
    private readonly lines: AuthorLines,
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
   * Lines of one author organization in a month, paid or not, and those of the given invoices of any month.
   * @throws AppError `month_invalid` (400)
   */
  async linesOfAuthor(orgId: string, month: string, invoiceIds: readonly string[] = []): Promise<LineView[]> {
    return this.lines.list(orgId, month, invoiceIds);
  }

  /**
   * Like `linesOfAuthor`, for many authors. `invoiceIds`: invoices by author.
   * @throws AppError `month_invalid` (400)
   */
  async linesOfAuthors(
    orgIds: readonly string[],
    month: string,
    invoiceIds: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, LineView[]>> {
    return this.lines.listOf(orgIds, month, invoiceIds);
  }

  /**
   * Number of lines of each author in a month; authors without lines are left out.
   * @throws AppError `month_invalid` (400)
   */
  async lineCounts(month: string): Promise<Map<string, number>> {
    return this.lines.counts(month);
  }

  /**
   * Amounts that the given postings took from authors' lines, and that credit notes took from the given invoices, by
   * author.
   */
  async takenFromLines(
    orgIds: readonly string[],
    of: { postingKeys: readonly string[]; creditedInvoices: readonly string[] },
  ): Promise<Map<string, RowReversal[]>> {
    return this.lines.reversals(orgIds, of);
  }

  /** When an author's unpaid invoices are charged next and open disputes must be answered, by currency. */
  async waitsOfAuthor(orgId: string): Promise<Map<string, AuthorWaits>> {
    return this.waits.of(orgId);
  }
}
