-- The names that are most like a text, by pg_trgm's word_similarity (at least 0.4).
create or replace function listings.similar_names(typed text)
returns table(drive_id uuid, distance real)
language sql stable rows 50 set pg_trgm.word_similarity_threshold = 0.4 as $$
select e.drive_id, e.name operator(public.<->>) typed from listings.catalogue_entries e
where e.name operator(public.%>) typed order by 2, e.installs_down, e.slug limit 50
$$;
