import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A webhook gets messages once its address has passed a test (db/webhooks/tables.sql). Those that exist stay active. */
export class VerifiedAddresses1795930000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table webhooks.endpoints add column tested_at timestamptz,
      alter column state set default 'unverified', drop constraint endpoints_state_check`);
    await q.query(`alter table webhooks.endpoints
      add constraint endpoints_state_check check (state in ('unverified', 'active', 'disabled'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`update webhooks.endpoints set state = 'disabled', disabled_reason = 'Its address was not verified.'
      where state = 'unverified'`);
    await q.query(`alter table webhooks.endpoints drop column tested_at,
      alter column state set default 'active', drop constraint endpoints_state_check`);
    await q.query(`alter table webhooks.endpoints
      add constraint endpoints_state_check check (state in ('active', 'disabled'))`);
  }
}
