-- A value, once there, stays: the arguments name the columns.
create or replace function platform.keep_once_set() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
  col text;
begin
  foreach col in array tg_argv loop
    if was->>col is not null and is_now->col is distinct from was->col then
      raise exception '%.% keeps its %', tg_table_schema, tg_table_name, col
        using errcode = '42501', constraint = tg_table_name || '_pinned';
    end if;
  end loop;
  return new;
end
$$;
