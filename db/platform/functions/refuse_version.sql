-- A version counts every change of its row: the condition of a trigger `versioned` says when one is not the next.
create or replace function platform.refuse_version() returns trigger language plpgsql as $$
begin
  raise exception '%.% goes from version % to %', tg_table_schema, tg_table_name, old.version, old.version + 1
    using errcode = '23514', constraint = tg_table_name || '_versioned';
end
$$;
