-- Whether an author has saved tax details with a number since: what a hold for missing details waits for.
create or replace function statements.tax_details_since(org uuid, since timestamptz) returns boolean language sql stable as $$
select exists (select from statements.tax_profiles p where p.org_id = org and p.saved_at > since and coalesce(p.tax_id, p.vat_id) is not null)
$$;
