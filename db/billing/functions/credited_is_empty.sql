create or replace function billing.credited_is_empty() returns trigger language plpgsql as $$
begin
  if new.state = 'credited' and billing.open_amount(new.id) <> 0 then
    raise exception 'billing: invoice % is not credited in full', new.number using errcode = '23514', constraint = 'invoices_credited_whole';
  end if;
  if old.state = 'credited' and new.state <> 'credited' then
    raise exception 'billing: invoice % is closed by credit notes', new.number using errcode = '23514', constraint = 'invoices_credited_stays';
  end if;
  return null;
end
$$;
