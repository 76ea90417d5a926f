import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The currency that a tenant is billed in; what was there before was billed in US dollars. */
export class InstallsTenantCurrency1763700005800 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.tenants add column currency text not null default 'usd'
      constraint tenants_currency references ledger.currency (code)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.tenants drop column currency`);
  }
}
