import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail that was sent is found by when, to be forgotten. */
export class PlatformForgetMail1763700005610 implements MigrationInterface {
  name = 'PlatformForgetMail1763700005610';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create index mail_messages_sent on platform.mail_messages (sent_at) where sent_at is not null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index platform.mail_messages_sent`);
  }
}
