-- With tax in force at its end, a month is closed only by a seller with a name: its invoices have to name it.
create or replace function billing.seller_known() returns trigger language plpgsql as $$
declare
  taxed boolean := (select p.value->>'provider' <> 'none' from billing.policies p where p.key = 'tax'
    and p.valid_from < billing.month_end(new.month) order by p.valid_from desc limit 1);
begin
  if taxed and (select p.value->>'legal_name' from billing.policies p where p.key = 'operator_identity'
    and p.valid_from <= platform.portal_now() order by p.valid_from desc limit 1) is null then
    raise exception 'billing: the invoices of % have no seller', new.month using errcode = '23514', constraint = 'periods_seller_known';
  end if;
  return new;
end
$$;
