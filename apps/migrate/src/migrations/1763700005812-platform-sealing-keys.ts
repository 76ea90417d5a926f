import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which key-encryption keys sealed, in the order they were put first; and how much older ones still seal. */
export class PlatformSealingKeys1763700005812 implements MigrationInterface {
  name = 'PlatformSealingKeys1763700005812';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.sealing_keys (
      kid text primary key,
      seq bigint generated always as identity unique,
      first_at timestamptz not null)`);
    await q.query(`create table platform.sealed_counts (
      store text primary key,
      older bigint not null check (older >= 0),
      counted_at timestamptz not null)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table platform.sealed_counts');
    await q.query('drop table platform.sealing_keys');
  }
}
