import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of the public validator, kept for a month under an address that can be shared. */
export class ListingsValidations1763700001100 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.validations (
      id uuid primary key,
      url text not null check (char_length(url) <= 2048),
      ok boolean not null,
      digest text check (digest ~ '^[0-9a-f]{64}$'),
      result json not null,
      validated_at timestamptz not null)`);
    await q.query(`create index validations_age on listings.validations (validated_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.validations`);
  }
}
