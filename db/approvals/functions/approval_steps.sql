-- The rules of every approval, whoever writes: proposed first, decided once and in time by somebody else who holds one of its
-- roles now and has nothing to do with whom it is about.
create or replace function approvals.approval_steps() returns trigger language plpgsql as $$
declare
  happens timestamptz := platform.portal_now();
  decision text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'note'];
begin
  -- As in the audit trail, at the time of the database; a transaction's own is a little earlier than the statement's.
  if current_user in ('portal_app', 'portal_caller') then
    new.decided_at := case when new.state <> 'waiting' then greatest(least(new.decided_at, happens), happens - interval '5 minutes') end;
    if tg_op = 'INSERT' then new.proposed_at := greatest(least(new.proposed_at, happens), happens - interval '5 minutes'); end if;
  end if;
  -- Kinds that the tables carry out have their roles, whatever the proposal says.
  if tg_op = 'INSERT' and exists (select from (values ('{admin}'::text[], '{factor_removal,host_token,key_scope,operator_invitation,role,staff_invitation}'::text[]),
      ('{finance}', '{commercial_change,exception_write_off,give_back,policy,recovery,share_override,write_off}'),
      ('{reviewer}', '{review_exception}'), ('{admin,reviewer}', '{removal}')) k (roles, kinds)
      where new.kind = any (k.kinds) and not new.roles <@ k.roles)
    or (tg_op = 'INSERT' or new.state in ('approved', 'refused'))
      and not approvals.holds_role(coalesce(new.decided_by, new.proposed_by), new.roles) then
    raise exception 'approvals: % is not among their roles', new.roles using errcode = '23514', constraint = 'approvals_role';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' then
      raise exception 'approvals: it is proposed first' using errcode = '23514', constraint = 'approvals_proposed_first';
    end if;
    -- What the payload names belongs to somebody, whatever the proposal says whom it is about.
    new.people := array(select unnest(new.people) union select (new.payload->>'user_id')::uuid where new.payload->>'user_id' is not null
      union select u.id from identity.users u where new.kind = 'staff_invitation' and platform.folded(u.email) = platform.folded(new.payload->>'email'));
    new.organizations := array(select unnest(new.organizations) union select unnest(authors.concerned(v.kind, (new.payload->>v.member)::uuid))
      from (values ('drive', 'drive_id'), ('invoice', 'invoice_id'), ('organization', 'org_id'), ('submission', 'submission_id')) v (kind, member)
      where new.payload->>v.member is not null);
    new.digest := sha256(convert_to(new.payload::text, 'UTF8'));
    return new;
  end if;
  if old.state <> 'waiting' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
    raise exception 'approvals: what was proposed and decided stays' using errcode = '42501', constraint = 'approvals_pinned';
  end if;
  if new.state in ('approved', 'refused') and old.expires_at <= happens then
    raise exception 'approvals: the proposal is too old' using errcode = '23514', constraint = 'approvals_in_time';
  end if;
  if new.state = 'superseded' then
    insert into platform.outbox_events (id, type, version, payload) values (gen_random_uuid(), 'approval.decided', 1,
      jsonb_build_object('approval_id', new.id, 'kind', new.kind, 'state', new.state));
    perform pg_notify('portal_outbox', '');
  end if;
  if new.state = 'approved' and not approvals.holds_role(new.proposed_by, new.roles) then
    raise exception 'approvals: who proposed it may no longer' using errcode = '23514', constraint = 'approvals_proposer_holds_role';
  end if;
  return new;
end
$$;
