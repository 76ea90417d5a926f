import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed statements that, made again from lines and bookings, were not what was sealed: noted by whoever was first to read one. */
export class StatementsAlterations1763700005870 implements MigrationInterface {
  name = 'StatementsAlterations1763700005870';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table statements.alterations (
      run_id uuid not null references statements.months (run_id),
      org_id uuid not null,
      currency text not null references ledger.currency,
      found_at timestamptz not null default platform.portal_now(),
      primary key (run_id, org_id, currency))`);
    await q.query(`create trigger append_only before update or delete or truncate on statements.alterations
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table statements.alterations');
  }
}
