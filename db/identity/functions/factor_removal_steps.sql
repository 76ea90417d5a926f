create or replace function identity.factor_removal_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then
      raise exception 'a removal is requested first' using errcode = '23514', constraint = 'factor_removals_requested_first';
    end if;
    perform identity.assert_admin(new.requested_by);
    return new;
  end if;
  if old.state not in ('requested', 'approved')
    or (new.id, new.user_id, new.reason, new.requested_by, new.requested_at, new.request_token_hash, new.expires_at)
      is distinct from (old.id, old.user_id, old.reason, old.requested_by, old.requested_at, old.request_token_hash, old.expires_at)
    or ((old.state, new.state) is distinct from ('requested', 'approved')
      and (new.approved_by, new.approved_at, new.approval_token_hash, new.due_at)
        is distinct from (old.approved_by, old.approved_at, old.approval_token_hash, old.due_at)) then
    raise exception 'what was requested, approved and ended stays' using errcode = '23514', constraint = 'factor_removals_pinned';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'cancelled'), ('requested', 'expired'), ('approved', 'done'), ('approved', 'cancelled')
  ) then
    raise exception 'a removal that is % does not become %', old.state, new.state
      using errcode = '23514', constraint = 'factor_removals_forward';
  end if;
  if old.state = 'requested' and new.state = 'approved' and new.expires_at <= platform.portal_now() then
    raise exception 'the request is too old' using errcode = '23514', constraint = 'factor_removals_in_time';
  end if;
  if old.state = 'approved' and new.state = 'done' and new.due_at > platform.portal_now() then
    raise exception 'the wait is not over' using errcode = '23514', constraint = 'factor_removals_waited';
  end if;
  if new.state in ('approved', 'done') and new.state <> old.state then
    perform identity.assert_admin(new.requested_by);
    perform identity.assert_admin(new.approved_by);
  end if;
  return new;
end
$$;
