-- Every version counts: a former payee is not a stranger. Short entries mean "none" in some form.
create or replace function statements.payee_ids(org uuid) returns setof text language sql stable as $$
select distinct p.country || ':' || ids.id from statements.tax_profiles p
  cross join lateral (select regexp_replace(upper(given), '[^A-Z0-9]', '', 'g') as id from unnest(array[p.tax_id, p.vat_id]) given) ids
  where p.org_id = org and length(ids.id) >= 5
$$;
