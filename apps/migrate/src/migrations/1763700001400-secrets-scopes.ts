import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecretsScopes1763700001400 implements MigrationInterface {
  name = 'SecretsScopes1763700001400';

  async up(q: QueryRunner): Promise<void> {
    // Which keys sign for a Drive; without a row its own do.
    await q.query(`create table secrets.drive_signing (
      drive_id uuid primary key,
      scope text not null check (scope in ('drive', 'tenant', 'fleet')),
      changed_at timestamptz not null default platform.portal_now())`);
    // The keys of one tenant at one Drive. They sign only after the Drive has answered the request that handed them over.
    await q.query(`create table secrets.tenant_rings (
      owner_id uuid primary key,
      drive_id uuid not null,
      tenant_id uuid not null,
      handed_over_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      constraint tenant_rings_once unique (drive_id, tenant_id))`);
    // One row always: the ring that signs a call to a Drive, in the name of a tenant when one is given.
    await q.query(`create function secrets.ring_of(drive uuid, tenant uuid)
      returns table (scope text, owner_id uuid) language sql stable as $$
        select case when t.owner_id is not null then 'tenant' when s.scope = 'fleet' then 'fleet' else 'drive' end,
          case when t.owner_id is not null then t.owner_id
            when s.scope = 'fleet' then '00000000-0000-4000-8000-000000000000'::uuid else drive end
        from (select 1) always
        left join secrets.drive_signing s on s.drive_id = drive
        left join secrets.tenant_rings t on t.drive_id = drive and t.tenant_id = tenant
          and t.handed_over_at is not null and s.scope = 'tenant' $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function secrets.ring_of(uuid, uuid)`);
    await q.query(`drop table secrets.tenant_rings`);
    await q.query(`drop table secrets.drive_signing`);
  }
}
