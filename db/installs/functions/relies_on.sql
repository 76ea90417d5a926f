-- Whether a tenant relies on a claim: on each where it is regulated, else on that of its region. `tenant-compliance.ts` has the same.
create or replace function installs.relies_on(tenant installs.tenant_compliance, claim text) returns boolean language sql immutable as $$
select tenant.regulated or coalesce(starts_with(claim, 'residency:') and lower(trim(substr(claim, 11))) = lower(trim(tenant.residency)), false)
$$;
