create or replace function installs.host_operator_steps() returns trigger language plpgsql as $$
begin
  new.expires_at := new.invited_at + interval '30 days';
  if tg_op = 'INSERT' then
    if new.state <> 'invited' then
      raise exception 'an operator is invited first' using errcode = '23514', constraint = 'host_operators_invited_first';
    end if;
    return new;
  end if;
  if (new.id, new.tenant_id, new.external_id) is distinct from (old.id, old.tenant_id, old.external_id)
    or old.state = 'confirmed'
    or (new.state <> 'invited' and (old.state <> 'invited'
      or (new.email, new.invited_at) is distinct from (old.email, old.invited_at))) then
    raise exception 'an answer stays, and is to the invitation that was sent' using errcode = '23514', constraint = 'host_operators_pinned';
  end if;
  if new.state = 'confirmed' and (new.expires_at <= platform.portal_now() or not exists (
    select from identity.users u where u.id = new.user_id and platform.folded(u.email) = platform.folded(new.email)
      and u.email_confirmed_at is not null and u.disabled_at is null
  )) then
    raise exception 'the owner of the address confirms, in time' using errcode = '23514', constraint = 'host_operators_by_owner';
  end if;
  return new;
end
$$;
