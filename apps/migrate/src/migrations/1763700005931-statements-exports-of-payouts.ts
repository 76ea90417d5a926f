import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `'journal', 'invoices', 'payouts', 'statements', 'refunds', 'credit_notes', 'disputes', 'write_offs', 'invoice_list', 'months', 'exceptions',
  'prices', 'commercial_changes', 'ledger_entries'`;
const NEW = `'payout_runs', 'run_lines', 'holds', 'recoveries', 'shares', 'policies'`;

/** Files of payout runs and their lines, holds, recoveries, shares and policies. */
export class StatementsExportsOfPayouts1763700005931 implements MigrationInterface {
  name = 'StatementsExportsOfPayouts1763700005931';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table statements.exports drop constraint exports_kind_check,
      add constraint exports_kind_check check (kind in (${BEFORE}, ${NEW}))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from statements.exports where kind in (${NEW})`);
    await q.query(`alter table statements.exports drop constraint exports_kind_check,
      add constraint exports_kind_check check (kind in (${BEFORE}))`);
  }
}
