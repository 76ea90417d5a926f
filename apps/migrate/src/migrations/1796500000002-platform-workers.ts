import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leases of workers (db/platform/tables.sql). */
export class Workers1796500000002 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.workers (
      no integer primary key,
      lease_until timestamptz not null,
      lost_at timestamptz
    )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table platform.workers`);
  }
}
