import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate limits that all processes count together, and runs of the public validator that can be watched and left. */
export class SharedLimitsAndValidationRuns1763700001200 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // Its columns, in this order, are those that rate-limiter-flexible writes. Losing it in a crash only resets counts.
    await q.query(`create unlogged table platform.rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint)`);
    await q.query(`create index rate_limits_expire on platform.rate_limits (expire)`);

    // validated_at: when the run was asked for, and from the end on when its verdict was reached.
    await q.query(`alter table listings.validations
      alter column ok drop not null,
      alter column result drop not null,
      add column state text not null default 'finished' check (state in ('queued', 'running', 'finished', 'failed')),
      add column failure text,
      add column served_digest text check (served_digest ~ '^[0-9a-f]{64}$'),
      add column engine text,
      add column reuses uuid references listings.validations (id) on delete cascade,
      add constraint validations_verdict check ((state = 'finished' and reuses is null) = (result is not null)),
      add constraint validations_ok check ((ok is null) = (result is null)),
      add constraint validations_failure check ((state = 'failed') = (failure is not null)),
      add constraint validations_reuses check (reuses is null or state = 'finished')`);
    await q.query(
      `create index validations_reusable on listings.validations (url, validated_at desc) where served_digest is not null`,
    );
    await q.query(`create index validations_reused on listings.validations (reuses) where reuses is not null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from listings.validations where result is null`);
    await q.query(`alter table listings.validations
      drop column reuses cascade, drop column engine, drop column served_digest, drop column failure, drop column state,
      alter column ok set not null, alter column result set not null`);
    await q.query(`drop table platform.rate_limits`);
  }
}
