import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tokens of the host have scopes, and one that can add operators is approved by a second admin (db/identity/tables.sql);
 * operators by the ids of the host (db/installs/tables.sql); webhooks of the host (db/webhooks/tables.sql).
 */
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
    await q.query(`create table installs.host_operators (
        id uuid primary key,
        tenant_id uuid not null references installs.tenants,
        external_id text not null,
        email text not null check (char_length(email) between 3 and 254),
        state text not null default 'invited' check (state in ('invited', 'confirmed', 'declined')),
        user_id uuid,
        invited_at timestamptz not null default platform.portal_now(),
        answered_at timestamptz,
        unique (tenant_id, external_id),
        unique (tenant_id, user_id),
        check ((state = 'confirmed') = (user_id is not null)),
        check ((state = 'invited') = (answered_at is null))
      )`);
    await q.query('create unique index host_operators_address on installs.host_operators (tenant_id, lower(email))');
    await q.query(
      `create index host_operators_invited on installs.host_operators (lower(email)) where state = 'invited'`,
    );
    await q.query('alter table webhooks.endpoints alter column org_id drop not null');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `delete from webhooks.messages where endpoint_id in (select id from webhooks.endpoints where org_id is null)`,
    );
    await q.query(
      `delete from webhooks.secrets where endpoint_id in (select id from webhooks.endpoints where org_id is null)`,
    );
    await q.query('delete from webhooks.endpoints where org_id is null');
    await q.query('alter table webhooks.endpoints alter column org_id set not null');
    await q.query('drop table installs.host_operators');
    await q.query(
      'alter table identity.api_tokens drop column scopes, drop column awaits_approval, drop column approved_by',
    );
  }
}
