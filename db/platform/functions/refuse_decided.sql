-- The class "frozen once decided": a trigger `frozen` whose condition says when a row is decided, and what of it may still change;
-- its argument says what stays, if that is not the decision.
create or replace function platform.refuse_decided() returns trigger language plpgsql as $$
begin
  raise exception '%.%: % stays as it is', tg_table_schema, tg_table_name, coalesce(tg_argv[0], 'what was decided')
    using errcode = '42501', constraint = tg_table_name || '_frozen';
end
$$;
