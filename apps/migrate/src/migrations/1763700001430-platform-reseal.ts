import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformReseal1763700001430 implements MigrationInterface {
  name = 'PlatformReseal1763700001430';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.reseal_runs (
      id uuid primary key,
      kid text not null,
      started_at timestamptz not null,
      last_at timestamptz not null,
      finished_at timestamptz,
      resealed bigint not null default 0,
      broken int,
      constraint reseal_runs_finished check ((finished_at is null) = (broken is null)))`);
    await q.query(`create unique index reseal_runs_open on platform.reseal_runs (kid) where finished_at is null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table platform.reseal_runs`);
  }
}
