import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the validator found under the manifest address of an application, each time it was submitted: for information. */
export class AuthorsManifestChecks1763700005950 implements MigrationInterface {
  name = 'AuthorsManifestChecks1763700005950';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table authors.application_manifest_checks (
      application_id uuid not null references authors.applications,
      submitted_at timestamptz not null,
      manifest_url text not null check (char_length(manifest_url) between 1 and 2048),
      ok boolean not null,
      errors int not null check (errors >= 0),
      warnings int not null check (warnings >= 0),
      findings jsonb not null check (jsonb_typeof(findings) = 'array' and jsonb_array_length(findings) <= 50),
      digest text check (digest ~ '^[0-9a-f]{64}$'),
      checked_at timestamptz not null default platform.portal_now(),
      primary key (application_id, submitted_at),
      check (not ok or errors = 0))`);
    await q.query(
      `create trigger append_only before update or delete or truncate on authors.application_manifest_checks for each statement execute function platform.refuse_change()`,
    );
    // Whether a reviewer has a say about an organisation, asked before an application is handed out.
    await q.query(`create function authors.is_stranger(org uuid, person uuid) returns boolean language plpgsql as $$
      begin
        if exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          return false;
        end if;
        perform statements.assert_other_payee(org, person);
        return true;
      exception when check_violation then
        return false;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function authors.is_stranger(uuid, uuid)`);
    await q.query(`drop table authors.application_manifest_checks`);
  }
}
