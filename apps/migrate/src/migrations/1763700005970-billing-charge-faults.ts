import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A charge that fails through no fault of the payer: the invoice stays what it is, its dates stand still, and finance is
 * told. `fault_seconds` is how long they have stood still before.
 */
export class BillingChargeFaults1763700005970 implements MigrationInterface {
  name = 'BillingChargeFaults1763700005970';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.invoices
      add column fault_since timestamptz,
      add column fault text check (char_length(fault) <= 500),
      add column fault_tries int not null default 0 check (fault_tries >= 0),
      add column fault_seconds bigint not null default 0 check (fault_seconds >= 0),
      add constraint invoices_fault_told check ((fault_since is null) = (fault is null))`);
    await q.query(`create index invoices_faulted on billing.invoices (fault_since) where fault_since is not null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index billing.invoices_faulted`);
    await q.query(
      `alter table billing.invoices drop column fault_since, drop column fault, drop column fault_tries, drop column fault_seconds`,
    );
  }
}
