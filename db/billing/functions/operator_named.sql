-- Whether documents name the operator now: as the seller, or as the recipient of a self-billing invoice.
create or replace function billing.operator_named() returns boolean language sql stable as $$
select exists (select from (
    select value->>'legal_name' as name from billing.policies where key = 'operator_identity' and valid_from <= (select platform.portal_now())
    order by valid_from desc limit 1) p where p.name is not null)
$$;
