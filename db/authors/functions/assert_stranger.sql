-- Refuses whoever may not decide about one of the organisations: the API answers 403 `own_organization`.
create or replace function authors.assert_stranger(orgs uuid[], person uuid) returns void language plpgsql as $$
begin
  if exists (select from unnest(orgs) org where not authors.is_stranger(org, person)) then
    raise exception 'nobody decides about an own organisation' using errcode = '23514', constraint = 'own_organization';
  end if;
end
$$;
