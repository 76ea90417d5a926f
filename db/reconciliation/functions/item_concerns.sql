-- Whether the money of an item may be this author's: it names them among its authors, or it names nobody.
create or replace function reconciliation.item_concerns(item uuid, org uuid) returns boolean language sql stable as $$
select coalesce(bool_or(a.org_id = org), true) from reconciliation.items i
cross join lateral reconciliation.authors_of(reconciliation.item_refs(i.ref, i.facts)) a where i.id = item and a.org_id is not null
$$;
