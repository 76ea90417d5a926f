import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an author tells the reviewer of a submission: why each permission is needed, how to try it, whom to ask. */
export class ListingsSubmissionNotes1763700005952 implements MigrationInterface {
  name = 'ListingsSubmissionNotes1763700005952';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.submission_notes (
      submission_id uuid primary key references listings.submissions,
      permission_reasons jsonb not null default '{}' check (jsonb_typeof(permission_reasons) = 'object' and octet_length(permission_reasons::text) <= 262144),
      test_notes text not null default '' check (char_length(test_notes) <= 4000),
      contact text not null default '' check (char_length(contact) <= 254),
      written_by uuid,
      written_by_name text not null,
      written_at timestamptz not null default platform.portal_now())`);
    await q.query(`create function listings.submission_notes_open() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from listings.submissions s where s.id = new.submission_id
            and s.state in ('received', 'validating', 'in_review', 'changes_requested')) then
          raise exception 'what a reviewer decided on stays as it was told' using errcode = '23514', constraint = 'submission_notes_of_open';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger of_open before insert or update on listings.submission_notes for each row execute function listings.submission_notes_open()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.submission_notes`);
    await q.query(`drop function listings.submission_notes_open()`);
  }
}
