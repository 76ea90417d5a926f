-- A key's end only moves forward in time towards the present, never back: an ended key stays ended.
create or replace function secrets.keep_key() returns trigger language plpgsql as $$
begin
  if coalesce(new.not_after, 'infinity') > old.not_after then
    raise exception 'a signing key cannot live longer' using errcode = '23514', constraint = 'signing_keys_kept';
  end if;
  return new;
end
$$;
