-- A writer of runs or icons need not have the right to write the catalogue.
create or replace function listings.renew_card()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'listings' then
    update listings.catalogue_entries set card = null where drive_id = new.drive_id;
  else
    update listings.catalogue_entries e set card = null from listings.revisions r
      where r.id = new.revision_id and e.drive_id = r.drive_id and e.revision_id = r.id;
  end if;
  return null;
end
$$;
