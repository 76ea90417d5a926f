import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The versions of the Drive contract with their dates (db/listings/tables.sql). */
export class ContractVersions1796600000022 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table if not exists listings.contract_versions (
      major integer primary key check (major > 0),
      flat text not null unique,
      structured text not null unique,
      schema_version integer not null check (schema_version > 0),
      released_at timestamptz not null,
      deprecated_at timestamptz,
      sunset_at timestamptz,
      constraint contract_versions_dates check ((deprecated_at is null) = (sunset_at is null) and deprecated_at >= released_at),
      constraint contract_versions_six_months check (
        sunset_at at time zone 'UTC' >= (deprecated_at at time zone 'UTC') + interval '6 months')
    )`);
    await q.query(`create or replace trigger kept before delete or truncate on listings.contract_versions
      for each statement execute function platform.refuse_change()`);
    await q.query(`create or replace trigger set_once before update on listings.contract_versions for each row
      execute function platform.keep_once_set('major', 'flat', 'structured', 'schema_version', 'released_at', 'deprecated_at')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table listings.contract_versions');
  }
}
