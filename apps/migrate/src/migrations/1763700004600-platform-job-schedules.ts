import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What recurs, when it ran last and how that ended: written by workers, read by administrators. */
export class PlatformJobSchedules1763700004600 implements MigrationInterface {
  name = 'PlatformJobSchedules1763700004600';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.job_schedules (
      job text primary key check (length(job) between 1 and 100),
      what text not null,
      every_ms bigint check (every_ms > 0),
      cron text,
      next_at timestamptz,
      started_at timestamptz,
      ended_at timestamptz,
      took_ms int check (took_ms >= 0),
      last_error text,
      runs bigint not null default 0,
      failures bigint not null default 0 check (failures <= runs),
      asked_at timestamptz,
      check ((every_ms is null) <> (cron is null)))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table platform.job_schedules`);
  }
}
