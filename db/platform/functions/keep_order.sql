-- A row goes from state to state as the arguments allow, each "state > states that may follow"; "start" is before the
-- row.
create or replace function platform.keep_order() returns trigger language plpgsql as $$
declare
  was text := case tg_op when 'INSERT' then 'start' else old.state end;
  move text;
begin
  if was = new.state then
    return new;
  end if;
  foreach move in array tg_argv loop
    if split_part(move, ' > ', 1) = was and new.state = any (string_to_array(split_part(move, ' > ', 2), ' ')) then
      return new;
    end if;
  end loop;
  raise exception '%.% cannot go from % to %', tg_table_schema, tg_table_name, was, new.state
    using errcode = '23514', constraint = tg_table_name || '_forward';
end
$$;
