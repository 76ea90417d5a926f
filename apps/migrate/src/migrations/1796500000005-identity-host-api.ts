import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of the host have scopes, and one that can add operators is approved by a second admin (db/identity/tables.sql). */
export class HostApi1796500000005 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.api_tokens
      add column scopes text[] check (cardinality(scopes) > 0),
      add column awaits_approval boolean not null default false,
      add column approved_by uuid references identity.users`);
    await q.query(`alter table identity.api_tokens
      add constraint api_tokens_scopes check (scopes is null or owner = 'host'),
      add constraint api_tokens_approval check (approved_by is null or (approved_by <> user_id and not awaits_approval)),
      add constraint api_tokens_second_admin check (scopes is null or not ('operators:write' = any(scopes)) or awaits_approval
        or approved_by is not null)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      'alter table identity.api_tokens drop column scopes, drop column awaits_approval, drop column approved_by',
    );
  }
}
