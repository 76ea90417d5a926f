-- An event belongs to an install, checked once for a statement: a foreign key is checked row by row, which is a fifth of what storing
-- an event costs. As there, the install is locked, so that it is not deleted meanwhile.
create or replace function installs.events_of_installs()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted constant uuid[] := array(select distinct install_id from after order by 1);
  known integer;
begin
  perform from installs.installs where id = any(wanted) order by id for key share;
  get diagnostics known = row_count;
  if known < cardinality(wanted) then
    raise foreign_key_violation using message = 'an event of an install that does not exist', table = 'drive_events',
      schema = 'installs', constraint = 'events_of_installs';
  end if;
  return null;
end
$$;
