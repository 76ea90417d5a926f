-- The application takes one number at a time; billing.write_lines, as the owner, takes those of a month.
create or replace function billing.counter_forward() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'last_number' <> to_jsonb(old) - 'last_number' or new.last_number < old.last_number
      or new.last_number <> old.last_number + 1 and (tg_table_name <> 'invoice_counter' or current_user in ('portal_app', 'portal_caller')) then
    raise exception 'billing: numbers go up by one' using errcode = '23514', constraint = tg_table_name || '_forward';
  end if;
  return new;
end
$$;
