create schema simulator;

-- Without an organization it is finance's. started_at and touched_at are wall time: they guard a process.
create table simulator.simulations (
  id uuid primary key,
  org_id uuid,
  requested_by uuid not null,
  requested_by_name text not null,
  title text,
  scenario text not null check (octet_length(scenario) <= 4194304),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'failed')),
  steps_done integer not null default 0 check (steps_done >= 0),
  steps integer,
  result json,
  problems jsonb,
  failure text,
  requested_at timestamptz not null default clock_timestamp(),
  touched_at timestamptz,
  ended_at timestamptz,
  check (steps >= steps_done),
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check ((state = 'done') = (result is not null)),
  check ((state = 'refused') = (problems is not null)),
  check ((state = 'failed') = (failure is not null))
);
-- One at a time for each person: it is their own patience that a second one would cost.
create unique index simulations_one_per_person on simulator.simulations (requested_by) where state in ('waiting', 'running');
create index simulations_org on simulator.simulations (org_id, requested_at desc);
create index simulations_running on simulator.simulations (touched_at) where state = 'running';
