import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What polls of installs brought, and its history by minute, hour and day (db/installs/tables.sql). */
export class History1796600000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table if not exists installs.history_points (
      seq bigint generated always as identity primary key,
      kind text not null check (kind in ('call', 'metric')),
      subject_id uuid not null,
      name text not null check (char_length(name) <= 64),
      at timestamptz not null,
      value double precision not null
    )`);
    await q.query(`create table if not exists installs.history (
      subject_id uuid not null,
      kind text not null check (kind in ('call', 'metric')),
      name text not null check (char_length(name) <= 64),
      step text not null check (step in ('minute', 'hour', 'day')),
      at timestamptz not null,
      points bigint not null check (points > 0),
      total double precision not null,
      least double precision not null,
      most double precision not null,
      periods integer not null check (periods > 0),
      means double precision not null,
      primary key (subject_id, kind, name, step, at)
    )`);
    await q.query('create index if not exists history_age on installs.history (step, at)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table installs.history');
    await q.query('drop table installs.history_points');
  }
}
