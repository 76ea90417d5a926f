import type { MigrationInterface, QueryRunner } from 'typeorm';

/** To which schemas the database was brought, so that api and worker know whether they fit (db/platform/tables.sql). */
export class SchemaVersions1796500000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.schema_versions (
      digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
      migrations text[] not null,
      needs text[] not null,
      applied_at timestamptz not null default clock_timestamp(),
      constraint schema_versions_needs check (needs <@ migrations)
    )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table platform.schema_versions');
  }
}
