create or replace function listings.enter_catalogue() returns trigger language plpgsql as $$
begin
  if new.state = 'listed' then
    perform listings.index_drive(new.drive_id);
  else
    delete from listings.catalogue_entries where drive_id = new.drive_id;
  end if;
  return null;
end
$$;
