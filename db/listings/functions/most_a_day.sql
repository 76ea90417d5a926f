-- How many rows of a Drive are made within 24 hours: each holds a whole manifest or the findings about one.
create or replace function listings.most_a_day()
returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  made bigint;
begin
  execute format('select count(*) from %I.%I where drive_id = $1 and created_at > $2 - interval ''1 day''', tg_table_schema, tg_table_name)
    into made using new.drive_id, new.created_at;
  if made > tg_argv[0]::int then
    raise exception 'a Drive has at most % of % within a day', tg_argv[0], tg_table_name
      using errcode = '23514', constraint = tg_table_name || '_a_day';
  end if;
  return null;
end
$$;
