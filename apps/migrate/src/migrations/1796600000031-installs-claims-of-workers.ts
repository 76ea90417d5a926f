import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A claim of a call plan names its worker (db/installs/tables.sql): claims of a lost one are free at once (decision 0040). */
export class ClaimsOfWorkers1796600000031 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table installs.call_plans add column if not exists claimed_worker integer');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('alter table installs.call_plans drop column claimed_worker');
  }
}
