import type { MigrationInterface, QueryRunner } from 'typeorm';

const MONTHS = `'journal', 'invoices', 'payouts', 'statements'`;
const LISTS = `'refunds', 'credit_notes', 'disputes', 'write_offs', 'invoice_list', 'months', 'exceptions', 'prices', 'commercial_changes'`;

/** Exports as PDF, the entries of the ledger as a list, and which files were made where no real money moves. */
export class StatementsExportsOnPaper1763700005850 implements MigrationInterface {
  name = 'StatementsExportsOnPaper1763700005850';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table statements.exports drop constraint exports_kind_check, drop constraint exports_format_check,
      add column is_test boolean not null default false,
      add constraint exports_kind_check check (kind in (${MONTHS}, ${LISTS}, 'ledger_entries')),
      add constraint exports_format_check check (format in ('csv', 'json', 'pdf'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from statements.exports where format = 'pdf' or kind = 'ledger_entries'`);
    await q.query(`alter table statements.exports drop constraint exports_kind_check, drop constraint exports_format_check,
      drop column is_test,
      add constraint exports_kind_check check (kind in (${MONTHS}, ${LISTS})),
      add constraint exports_format_check check (format in ('csv', 'json'))`);
  }
}
