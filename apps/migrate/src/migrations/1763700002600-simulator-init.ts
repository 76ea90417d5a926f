import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Simulations that people asked for, what came of them, and for how long it is kept. */
export class SimulatorInit1763700002600 implements MigrationInterface {
  name = 'SimulatorInit1763700002600';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema simulator`);
    // Without an organization it is finance's. started_at and touched_at are wall time: they guard a process.
    await q.query(`create table simulator.simulations (
      id uuid primary key,
      org_id uuid,
      requested_by uuid not null,
      requested_by_name text not null,
      title text,
      scenario text not null check (octet_length(scenario) <= 4194304),
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'failed')),
      steps_done int not null default 0 check (steps_done >= 0),
      steps int check (steps >= steps_done),
      result json,
      problems jsonb,
      failure text,
      requested_at timestamptz not null default clock_timestamp(),
      touched_at timestamptz,
      ended_at timestamptz,
      check ((state in ('waiting', 'running')) = (ended_at is null)),
      check ((state = 'done') = (result is not null)),
      check ((state = 'refused') = (problems is not null)),
      check ((state = 'failed') = (failure is not null)))`);
    // One at a time for each person: it is their own patience that a second one would cost.
    await q.query(
      `create unique index simulations_one_per_person on simulator.simulations (requested_by) where state in ('waiting', 'running')`,
    );
    await q.query(`create index simulations_org on simulator.simulations (org_id, requested_at desc)`);
    await q.query(`create index simulations_running on simulator.simulations (touched_at) where state = 'running'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema simulator cascade`);
  }
}
