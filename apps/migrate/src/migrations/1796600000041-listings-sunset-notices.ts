import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What authors were told about the ends of contract versions (db/listings/tables.sql). */
export class SunsetNotices1796600000041 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table if not exists listings.sunset_notices (
      drive_id uuid not null references listings.listings,
      major integer not null references listings.contract_versions,
      sunset_at timestamptz not null,
      kind text not null check (kind in ('180_days', '30_days', '7_days', 'ended')),
      noticed_at timestamptz not null,
      primary key (drive_id, major, sunset_at, kind)
    )`);
    await q.query(`create or replace trigger append_only before delete or update or truncate on listings.sunset_notices
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table listings.sunset_notices');
  }
}
