import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the authors and the platform get of a month, by currency, is kept with the month when its lines are written: lines
 * never change, and a list of months must not add up all of them.
 */
export class BillingMonthShares1763700005963 implements MigrationInterface {
  name = 'BillingMonthShares1763700005963';

  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table billing.periods add column shares jsonb');
    await q.query(`create function billing.month_shares(month date) returns jsonb language sql stable set search_path = pg_catalog, pg_temp as $$
      select coalesce(jsonb_object_agg(s.currency, jsonb_build_object('author', s.author::text, 'platform', s.platform::text)), '{}')
      from (select l.currency, sum(l.author_share) as author, sum(l.platform_share) as platform
        from billing.invoice_lines l where l.month = $1 group by 1) s
    $$`);
    // A closed month takes no change otherwise.
    await q.query('alter table billing.periods disable trigger moves');
    await q.query('update billing.periods set shares = billing.month_shares(month) where lines_written_at is not null');
    await q.query('alter table billing.periods enable trigger moves');
    const [{ def }] = (await q.query(
      `select pg_get_functiondef('billing.write_lines(date, text)'::regprocedure) as def`,
    )) as [{ def: string }];
    const written = 'update billing.periods p set lines_written_at =';
    if (def.split(written).length !== 2) throw new Error('billing.write_lines is not the one this migration changes');
    await q.query(
      def.replace(
        written,
        () => 'update billing.periods p set shares = billing.month_shares(closing), lines_written_at =',
      ),
    );
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('functions of an earlier release are not put back: restore a backup instead'));
  }
}
