-- What the application writes into the audit log is of the transaction that writes it: the time is the database's, a person's name
-- the one on file, and the actor the one whose request it is. Transactor sets that: an id, or "nobody" before somebody is known.
create or replace function platform.audit_is_own()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare caller text := coalesce(current_setting('portal.actor', true), '');
begin
  if caller = '' or new.actor_id is not null and (new.actor_kind = 'system' or caller not in ('nobody', new.actor_id::text)) then
    raise exception 'platform.audit_log: an entry is of the actor of its transaction'
      using errcode = '42501', constraint = 'audit_log_own_actor';
  end if;
  new.at := platform.portal_now();
  if new.actor_kind = 'user' then
    new.actor_name := coalesce((select u.name from identity.users u where u.id = new.actor_id), new.actor_name);
  end if;
  return new;
end
$$;
