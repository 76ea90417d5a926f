-- The same as a question to one row: in words of the given weights (A name, B short description, D description), '' in all.
create or replace function listings.asked(typed text[], weights text, joined text, begins boolean)
returns tsquery
language sql immutable as $$
select string_agg('(''' || replace(s.start, '''', '''''') || ''':' || case when begins then '*' else '' end || weights ||
  coalesce('|''' || replace(s.stem, '''', '''''') || ''':' || weights, '') || ')', joined)::tsquery from listings.sought(typed) s
$$;
