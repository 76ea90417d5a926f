-- One row always: the ring that signs a call to a Drive, in the name of a tenant when one is given.
create or replace function secrets.ring_of(drive uuid, tenant uuid)
returns table(scope text, owner_id uuid)
language sql stable as $$
select case when t.owner_id is not null then 'tenant' when s.scope = 'fleet' then 'fleet' else 'drive' end,
  case when t.owner_id is not null then t.owner_id
    when s.scope = 'fleet' then '00000000-0000-4000-8000-000000000000'::uuid else drive end
from (select 1) always
left join secrets.drive_signing s on s.drive_id = drive
left join secrets.tenant_rings t on t.drive_id = drive and t.tenant_id = tenant
  and t.handed_over_at is not null and s.scope = 'tenant'
$$;
