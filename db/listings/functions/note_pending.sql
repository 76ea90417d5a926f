-- Added, never changed: publishing one listing waits for no other one.
create or replace function listings.note_pending() returns trigger language plpgsql as $$
begin
  insert into listings.catalogue_pending (place) values (case when tg_op = 'DELETE' then old.place else new.place end);
  return null;
end
$$;
