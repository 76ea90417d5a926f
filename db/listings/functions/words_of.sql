create or replace function listings.words_of(text) returns tsvector language sql immutable as $$
select to_tsvector('pg_catalog.simple', $1) || to_tsvector('pg_catalog.english', $1)
$$;
