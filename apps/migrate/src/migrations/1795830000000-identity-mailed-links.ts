import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to confirm an address and to choose a password in one table, several for each address (db/identity/tables.sql). */
export class MailedLinks1795830000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table identity.mailed_links (
      token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
      kind text not null check (kind in ('password_reset', 'confirmation')),
      email text not null check (char_length(email) between 3 and 254),
      expires_at timestamptz not null)`);
    await q.query('create index mailed_links_address on identity.mailed_links (lower(email))');
    await q.query('create index mailed_links_expires on identity.mailed_links (expires_at)');
    // Links that are on their way work on, and ask for the password too.
    await q.query(`insert into identity.mailed_links (token_hash, kind, email, expires_at)
      select l.token_hash, 'confirmation', u.email, l.expires_at
      from identity.email_confirmations l join identity.users u on u.id = l.user_id
      union all
      select l.token_hash, 'password_reset', u.email, l.expires_at
      from identity.password_resets l join identity.users u on u.id = l.user_id`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table identity.mailed_links');
  }
}
