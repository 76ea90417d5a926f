-- No person alone writes for a tenant in the host's name: a token of the host does, which two admins approved, or a second admin
-- approved the invitation in this transaction. A transaction that names no actor writes nothing; only migrations are not asked.
create or replace function installs.host_act_confirmed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('portal.actor', true), '') = 'nobody'
    or coalesce(current_setting('portal.host_token', true), '') = 'yes'
    or exists (
      select from approvals.approvals a where a.kind = 'operator_invitation' and a.state = 'approved'
        and a.xmin = pg_current_xact_id()::xid and to_jsonb(new) @> a.payload
    ) then
    return new;
  end if;
  raise exception '%.% is written for the host by two persons', tg_table_schema, tg_table_name
    using errcode = '23514', constraint = tg_table_name || '_by_two';
end
$$;
