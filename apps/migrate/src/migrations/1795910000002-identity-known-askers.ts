import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a mail was asked for where the owner of the address is known (db/identity/tables.sql). */
export class KnownAskers1795910000002 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table identity.mail_requests add column known boolean not null default false');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('alter table identity.mail_requests drop column known');
  }
}
