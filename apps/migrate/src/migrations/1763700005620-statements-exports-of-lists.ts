import type { MigrationInterface, QueryRunner } from 'typeorm';

const MONTHS = `'journal', 'invoices', 'payouts', 'statements'`;
const LISTS = `'refunds', 'credit_notes', 'disputes', 'write_offs', 'invoice_list', 'months', 'exceptions', 'prices', 'commercial_changes'`;

/** A list of finance as a file: not a month's, but narrowed as it was on its page. */
export class StatementsExportsOfLists1763700005620 implements MigrationInterface {
  name = 'StatementsExportsOfLists1763700005620';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table statements.exports drop constraint exports_kind_check,
      alter column month drop not null,
      add column filter jsonb not null default '{}',
      add constraint exports_kind_check check (kind in (${MONTHS}, ${LISTS})),
      add constraint exports_month_or_filter check (case when kind in (${MONTHS}) then month is not null and filter = '{}' else month is null end),
      add constraint exports_filter_object check (jsonb_typeof(filter) = 'object')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from statements.exports where month is null`);
    await q.query(`alter table statements.exports drop constraint exports_kind_check,
      drop constraint exports_month_or_filter,
      drop column filter,
      alter column month set not null,
      add constraint exports_kind_check check (kind in (${MONTHS}))`);
  }
}
