-- The lock is that of the decisions about who bills: a Drive stays first-party while the fleet's key signs for it.
create or replace function secrets.fleet_is_first_party() returns trigger language plpgsql as $$
begin
  perform platform.take_lock('listings.commercial_terms');
  if not secrets.is_first_party(new.drive_id) then
    raise exception 'the key of the fleet signs for first-party Drives' using errcode = '23514', constraint = 'drive_signing_first_party';
  end if;
  return new;
end
$$;
