-- On a table whose rows carry out an approval: arguments are the kind, then the columns that must be as the payload says. They
-- are written in the transaction that approves, or never. The owner of the tables, who could drop
-- this trigger, may do without.
create or replace function approvals.enacts() returns trigger language plpgsql as $$
declare
  approved jsonb;
  expected jsonb;
  col text;
begin
  if current_user not in ('portal_app', 'portal_caller') then
    return new;
  end if;
  select a.payload into approved from approvals.approvals a
    where a.id = new.approval_id and a.kind = tg_argv[0] and a.state = 'approved' and a.xmin = pg_current_xact_id()::xid;
  -- What a payer gets back names its table: one approval is for one of them.
  if not found or tg_argv[0] = 'give_back' and approved->>'type' || 's' is distinct from tg_table_name then
    raise exception '%.% is written with an approval', tg_table_schema, tg_table_name
      using errcode = '23514', constraint = tg_table_name || '_by_approval';
  end if;
  expected := to_jsonb(jsonb_populate_record(new, approved));
  foreach col in array tg_argv[1:] loop
    if not approved ? col or to_jsonb(new)->col is distinct from expected->col then
      raise exception '%.% says other than what was approved: %', tg_table_schema, tg_table_name, col
        using errcode = '23514', constraint = tg_table_name || '_by_approval';
    end if;
  end loop;
  return new;
end
$$;
