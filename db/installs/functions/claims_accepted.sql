-- A tenant runs only what a reviewer accepted the claim of its region of, and a regulated one what two accepted every claim of: as
-- install-gates.ts says before, with the claims.
create or replace function installs.claims_accepted() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from installs.tenant_compliance t join listings.revisions r on r.id = new.revision_id
      cross join lateral listings.compliance_claims(r.manifest) as c(claim)
      left join listings.accepted_claims(new.drive_id, platform.portal_now()) a on a.claim = c.claim
      where t.tenant_id = new.tenant_id and installs.relies_on(t, c.claim)
        and case when t.regulated then a.by_two else a.by_one end is null) then
    raise exception 'a tenant relies on claims that reviewers have not accepted' using errcode = '23514', constraint = 'installs_claims_accepted';
  end if;
  return new;
end
$$;
