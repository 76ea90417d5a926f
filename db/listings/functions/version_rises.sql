-- Versions only rise: no sync follows a version below what was published, and nobody is asked to go there. Only the numbers are
-- compared here, the service compares pre-releases too.
create or replace function listings.version_rises() returns trigger language plpgsql as $$
begin
  if (new.prompts or new.submission_id is null) and (
      select max(n) filter (where r.id = new.revision_id) < max(n) filter (where exists (select from listings.publications p where p.revision_id = r.id))
      from listings.revisions r, lateral (select (string_to_array(substring(r.version from '^v?(\d{1,9}(?:\.\d{1,9}){0,3})(?:[-+].*)?$'), '.')::int[] || '{0,0,0}')[1:4]) v(n)
      where r.drive_id = new.drive_id) then
    raise exception 'listings: the version is below what was published' using errcode = '23514', constraint = 'publications_version_rises';
  end if;
  return new;
end
$$;
