import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that warn the owner of an account of what others try (db/identity/tables.sql). */
export class Warnings1795910000003 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table identity.mail_requests drop constraint mail_requests_kind_check');
    await q.query(`alter table identity.mail_requests add constraint mail_requests_kind_check
      check (kind in ('password_reset', 'confirmation', 'wrong_passwords', 'wrong_codes'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from identity.mail_requests where kind in ('wrong_passwords', 'wrong_codes')`);
    await q.query('alter table identity.mail_requests drop constraint mail_requests_kind_check');
    await q.query(`alter table identity.mail_requests add constraint mail_requests_kind_check
      check (kind in ('password_reset', 'confirmation'))`);
  }
}
