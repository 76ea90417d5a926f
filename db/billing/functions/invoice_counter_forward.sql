-- The application takes one number at a time; billing.write_lines, as the owner, takes those of a month.
create or replace function billing.invoice_counter_forward() returns trigger language plpgsql as $$
begin
  if new.last_number < old.last_number or current_user in ('portal_app', 'portal_caller') and new.last_number <> old.last_number + 1 then
    raise exception 'billing: numbers go up by one' using errcode = '23514', constraint = 'invoice_counter_forward';
  end if;
  return new;
end
$$;
