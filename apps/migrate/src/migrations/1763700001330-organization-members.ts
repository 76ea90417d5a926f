import type { MigrationInterface, QueryRunner } from 'typeorm';

const MEMBER_ROLE = `('owner', 'developer', 'finance', 'read_only')`;

export class OrganizationMembers1763700001330 implements MigrationInterface {
  name = 'OrganizationMembers1763700001330';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.role_grants add column member_role text check (member_role in ${MEMBER_ROLE})`);
    await q.query(`update identity.role_grants set member_role = 'owner' where role = 'author'`);
    await q.query(
      `alter table identity.role_grants add constraint role_grants_with_member check ((role = 'author') = (member_role is not null))`,
    );
    // The lock makes two owners who demote each other at the same moment wait: the second one finds nobody left.
    await q.query(`create function identity.keep_owner() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(old.scope_id::text, 1763700001330));
      if not exists (select 1 from identity.role_grants where role = 'author' and scope_id = old.scope_id and member_role = 'owner') then
        raise exception 'an organisation keeps an owner' using errcode = '23514', constraint = 'role_grants_keep_owner';
      end if;
      return null;
    end $$`);
    await q.query(`create trigger role_grants_keep_owner after update or delete on identity.role_grants
      for each row when (old.role = 'author' and old.member_role = 'owner') execute function identity.keep_owner()`);

    await q.query(`create table authors.invitations (
      id uuid primary key,
      org_id uuid not null references authors.organizations,
      email text not null check (char_length(email) between 3 and 254),
      member_role text not null check (member_role in ${MEMBER_ROLE}),
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      invited_by uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      accepted_by uuid,
      revoked_at timestamptz,
      constraint invitations_accepted check ((accepted_at is null) = (accepted_by is null)),
      constraint invitations_one_end check (accepted_at is null or revoked_at is null),
      constraint invitations_life check (expires_at > created_at and expires_at <= created_at + interval '7 days'))`);
    await q.query(
      `create unique index invitations_one_open on authors.invitations (org_id, lower(email)) where accepted_at is null and revoked_at is null`,
    );
    await q.query(
      `create unique index organization_members_open on authors.organization_members (org_id, user_id) where left_at is null`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index authors.organization_members_open`);
    await q.query(`drop table authors.invitations`);
    await q.query(`drop trigger role_grants_keep_owner on identity.role_grants`);
    await q.query(`drop function identity.keep_owner()`);
    await q.query(`alter table identity.role_grants drop constraint role_grants_with_member, drop column member_role`);
  }
}
