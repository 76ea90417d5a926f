create or replace function identity.role_proposal_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a role is proposed first' using errcode = '23514', constraint = 'role_proposals_open_first';
    end if;
    perform identity.assert_admin(new.proposed_by);
    return new;
  end if;
  if (new.id, new.user_id, new.role, new.reason, new.proposed_by, new.proposed_at, new.expires_at)
      is distinct from (old.id, old.user_id, old.role, old.reason, old.proposed_by, old.proposed_at, old.expires_at)
    or (old.state <> 'open' and (new.state, new.decided_by, new.decided_at) is distinct from (old.state, old.decided_by, old.decided_at))
    or old.granted_at is not null then
    raise exception 'what was proposed and decided stays' using errcode = '23514', constraint = 'role_proposals_pinned';
  end if;
  if old.state = 'open' and new.state = 'confirmed' then
    if new.expires_at <= platform.portal_now() then
      raise exception 'the proposal is too old' using errcode = '23514', constraint = 'role_proposals_in_time';
    end if;
    perform identity.assert_admin(new.proposed_by);
    perform identity.assert_admin(new.decided_by);
  end if;
  return new;
end
$$;
