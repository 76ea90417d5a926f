import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONAL = `'applications', 'reviews', 'checks', 'versions', 'installs', 'disputes', 'webhooks'`;
const TOPICS = `${OPTIONAL}, 'security', 'secrets', 'agreement', 'payouts', 'invoices'`;

/** What was sent to a person shows in the portal, and each person chooses what is mailed. No row: mailed. */
export class IdentityNotifications1763700004800 implements MigrationInterface {
  name = 'IdentityNotifications1763700004800';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table identity.notifications (
      id uuid primary key,
      user_id uuid not null references identity.users,
      topic text not null check (topic in (${TOPICS})),
      subject text not null,
      text text not null,
      path text check (path ~ '^/[a-z]'),
      mailed boolean not null,
      at timestamptz not null,
      read_at timestamptz,
      check (text !~ 'token=[A-Za-z0-9_]'))`);
    await q.query(`create index notifications_of_person on identity.notifications (user_id, id desc)`);
    await q.query(
      `create index notifications_unread on identity.notifications (user_id, id desc) where read_at is null`,
    );
    await q.query(`create index notifications_at on identity.notifications (at)`);
    await q.query(`create table identity.mail_choices (
      user_id uuid not null references identity.users,
      topic text not null check (topic in (${OPTIONAL})),
      primary key (user_id, topic))`);
    // Null: sent before there were topics, or by a release that knows none.
    await q.query(`alter table platform.mail_messages add column topic text check (topic in (${TOPICS}))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table platform.mail_messages drop column topic`);
    await q.query(`drop table identity.mail_choices`);
    await q.query(`drop table identity.notifications`);
  }
}
