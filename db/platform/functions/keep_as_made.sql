-- A row stays as it was made. Of the columns that the arguments name, those of the first get a value once, those of the
-- second change.
create or replace function platform.keep_as_made() returns trigger language plpgsql as $$
declare
  once text[] := string_to_array(tg_argv[0], ' ');
  was jsonb := to_jsonb(old) - string_to_array(tg_argv[1], ' ');
  is_now jsonb := to_jsonb(new) - string_to_array(tg_argv[1], ' ');
begin
  if was - once <> is_now - once or exists (select from unnest(once) col where was->>col is not null and was->col <> is_now->col) then
    raise exception '%.% stays as it was made', tg_table_schema, tg_table_name
      using errcode = '42501', constraint = tg_table_name || '_kept';
  end if;
  return new;
end
$$;
