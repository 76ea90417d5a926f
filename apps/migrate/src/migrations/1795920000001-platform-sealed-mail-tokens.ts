import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of mails are sealed (db/platform/tables.sql); what the release before left in the bodies leaves as it is. */
export class SealedMailTokens1795920000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table platform.mail_messages add sealed_token text');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('alter table platform.mail_messages drop sealed_token');
  }
}
