-- A regulated tenant runs only what two reviewers accepted every claim of: as install-gates.ts says before, with the claims.
create or replace function installs.claims_accepted() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from installs.tenant_compliance c where c.tenant_id = new.tenant_id and c.regulated)
      and exists (select from listings.revisions r cross join lateral listings.compliance_claims(r.manifest) as c(claim)
        where r.id = new.revision_id and not exists (select from listings.accepted_claims(new.drive_id, platform.portal_now()) a
          where a.claim = c.claim and a.by_two is not null)) then
    raise exception 'a regulated tenant relies on claims that two reviewers accepted' using errcode = '23514', constraint = 'installs_claims_accepted';
  end if;
  return new;
end
$$;
