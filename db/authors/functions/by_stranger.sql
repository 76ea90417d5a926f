-- On the tables of db/decisions.sql. Arguments: the column of who decides, what is named, the column that names it.
create or replace function authors.by_stranger() returns trigger language plpgsql as $$
declare
  written constant jsonb := to_jsonb(new);
  person constant uuid := written->>tg_argv[0];
begin
  -- As in the audit trail it is the actor of its transaction, except where that one approves what another asked for. About money
  -- nobody decides in a transaction that names no actor.
  if current_user in ('portal_app', 'portal_caller') and written->>'approval_id' is null
      and coalesce(current_setting('portal.actor', true), '') not in ('nobody', person::text,
        case when tg_table_schema in ('approvals', 'billing', 'payouts', 'reconciliation') then 'nobody' else '' end)
      and (tg_op = 'INSERT' or to_jsonb(old)->>tg_argv[0] is distinct from person::text) then
    raise exception '%.%: a decision is of the actor of its transaction', tg_table_schema, tg_table_name using errcode = '42501', constraint = 'decisions_own_actor';
  end if;
  -- Most people belong to nothing: who is concerned is looked up for the others only.
  if exists (select from authors.organization_members m where m.user_id = person)
      or exists (select from identity.role_grants g where g.user_id = person and g.scope_id is not null) then
    perform authors.assert_stranger(case tg_argv[1]
      when 'organizations' then array(select jsonb_array_elements_text(written->tg_argv[2])::uuid)
      else authors.concerned(tg_argv[1], (written->>tg_argv[2])::uuid) end, person);
  end if;
  -- A person who ends a hold or closes an exception is of finance.
  if (tg_table_name, tg_argv[0]) in (('payout_holds', 'ended_by'), ('item_history', 'by_id')) and current_user in ('portal_app', 'portal_caller')
      and (tg_op = 'INSERT' or to_jsonb(old)->>tg_argv[0] is distinct from person::text)
      and not approvals.holds_role(person, array['finance']) then
    raise exception '%.%: decided by nobody of finance', tg_table_schema, tg_table_name using errcode = '42501', constraint = 'decisions_role';
  end if;
  return new;
end
$$;
