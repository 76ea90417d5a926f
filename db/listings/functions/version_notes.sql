-- What a version changes, in its author's words: as they were approved first, whatever came later.
create or replace function listings.version_notes(drive uuid, named text) returns text language sql stable as $$
  select n->>'notes' from listings.contents c cross join jsonb_array_elements(c.body->'notes') n
  where c.drive_id = drive and c.state = 'approved' and n->>'version' = named order by c.decided_at, c.id limit 1
$$;
