-- The search terms, word by word: the beginning of a word, or its stem. Words that are in every English text ("the")
-- count only when nothing else was typed.
create or replace function listings.sought(typed text[])
returns table(start text, stem text)
language sql immutable as $$
with words as (select tsvector_to_array(to_tsvector('pg_catalog.simple', w)) as starts,
    tsvector_to_array(to_tsvector('pg_catalog.english', w)) as stems from unnest(typed) w)
select s, case when cardinality(w.starts) = 1 then w.stems[1] end from words w, unnest(w.starts) s
where w.stems <> '{}' or not exists (select from words o where o.stems <> '{}')
$$;
