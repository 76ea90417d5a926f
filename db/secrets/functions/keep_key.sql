-- A key's end only moves forward in time towards the present, never back: an ended key stays ended.
create or replace function secrets.keep_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a signing key is never removed' using errcode = '42501';
  end if;
  if (new.id, new.scope, new.owner_id, new.version, new.fingerprint, new.not_before, new.created_at)
      is distinct from (old.id, old.scope, old.owner_id, old.version, old.fingerprint, old.not_before, old.created_at)
    or new.not_after > old.not_after or (old.not_after is not null and new.not_after is null)
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.adopted_at is not null and new.adopted_at is distinct from old.adopted_at) then
    raise exception 'a signing key cannot be changed or live longer' using errcode = '23514', constraint = 'signing_keys_kept';
  end if;
  return new;
end
$$;
