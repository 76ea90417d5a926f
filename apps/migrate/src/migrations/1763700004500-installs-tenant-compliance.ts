import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a tenant has on file and asks of plugins about regulated data. */
export class InstallsTenantCompliance1763700004500 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // No row: nothing on file, nothing asked for.
    await q.query(`create table installs.tenant_compliance (
      tenant_id uuid primary key references installs.tenants,
      baa_reference text check (length(baa_reference) between 1 and 200),
      baa_until timestamptz,
      residency text check (length(residency) between 1 and 100),
      regulated boolean not null default false,
      revision integer not null check (revision > 0),
      changed_at timestamptz not null,
      changed_by uuid,
      constraint tenant_compliance_baa check ((baa_reference is null) = (baa_until is null)))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table installs.tenant_compliance`);
  }
}
