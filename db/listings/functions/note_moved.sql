create or replace function listings.note_moved() returns trigger language plpgsql as $$
begin
  insert into listings.catalogue_moved default values;
  return null;
end
$$;
