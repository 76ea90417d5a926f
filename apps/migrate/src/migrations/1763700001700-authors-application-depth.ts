import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an applicant tells beside company and Drive, and the conversation with the review team. */
export class AuthorsApplicationDepth1763700001700 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create extension if not exists pg_trgm with schema public`);
    await q.query(`alter table authors.applications
      add column founder_name text not null default '' check (char_length(founder_name) <= 160),
      add column github text not null default '' check (char_length(github) <= 200),
      add column intended_scopes text[] not null default '{}' check (cardinality(intended_scopes) <= 40),
      add column data_classes text[] not null default '{}' check (cardinality(data_classes) <= 40),
      add column manifest_url text not null default '' check (char_length(manifest_url) <= 2048)`);
    await q.query(`create table authors.application_messages (
      id uuid primary key,
      application_id uuid not null references authors.applications,
      side text not null check (side in ('applicant', 'reviewer')),
      writer_id uuid not null,
      writer_name text not null,
      text text not null check (char_length(text) between 1 and 4000),
      at timestamptz not null default platform.portal_now())`);
    await q.query(`create index application_messages_of on authors.application_messages (application_id, at, id)`);
    await q.query(
      `create trigger append_only before update or delete or truncate on authors.application_messages for each statement execute function platform.refuse_change()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table authors.application_messages`);
    await q.query(`alter table authors.applications drop column founder_name, drop column github,
      drop column intended_scopes, drop column data_classes, drop column manifest_url`);
  }
}
