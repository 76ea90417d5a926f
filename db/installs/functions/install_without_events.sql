-- The other half of events_of_installs: an install that has events keeps its id and is not deleted.
create or replace function installs.install_without_events()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from installs.drive_events where install_id = old.id) then
    raise foreign_key_violation using message = 'an install that has events', table = 'installs', schema = 'installs',
      constraint = 'events_of_installs';
  end if;
  return null;
end
$$;
