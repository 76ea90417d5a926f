-- The class "frozen once decided": a trigger `frozen` whose condition says when a row is decided, and what of it may still change.
create or replace function platform.refuse_decided() returns trigger language plpgsql as $$
begin
  raise exception '%.%: what was decided stays as it is', tg_table_schema, tg_table_name
    using errcode = '42501', constraint = tg_table_name || '_frozen';
end
$$;
