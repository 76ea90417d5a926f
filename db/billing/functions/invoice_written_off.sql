-- A carried amount is written off together with the invoice that it was carried into, by the same two people.
create or replace function billing.invoice_written_off() returns trigger language plpgsql as $$
begin
  if not exists (
    with recursive later as (
      select new.id as id union all select n.id from later l join billing.invoices n on n.carried_from = l.id)
    select 1 from later join billing.write_offs w on w.invoice_id = later.id where w.state = 'approved') then
    raise exception 'billing: invoice % is given up by two people only', old.number using errcode = '23514', constraint = 'invoices_given_up_by_two';
  end if;
  return new;
end
$$;
