import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the next try counts, and the networks that people signed in from (db/identity/tables.sql). */
export class KnownNetworks1795910000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.attempts add column free_at timestamptz not null default '-infinity'`);
    await q.query(`create table identity.known_networks (
      user_id uuid not null references identity.users,
      network text not null check (char_length(network) <= 64),
      seen_at timestamptz not null default clock_timestamp(),
      primary key (user_id, network))`);
    await q.query('create index known_networks_seen on identity.known_networks (seen_at)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table identity.known_networks');
    await q.query('alter table identity.attempts drop column free_at');
  }
}
