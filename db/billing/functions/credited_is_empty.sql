create or replace function billing.credited_is_empty() returns trigger language plpgsql as $$
begin
  if billing.open_amount(new.id) <> 0 then
    raise exception 'billing: invoice % is not credited in full', new.number using errcode = '23514', constraint = 'invoices_credited_whole';
  end if;
  return null;
end
$$;
