-- The rows of `source` of which one of the columns `named` contains `typed`, or whose `key` is `exact`: names that begin
-- with it first. Without any, those that are most like it by pg_trgm's word_similarity (at least 0.4), so that a slip of
-- the finger still finds. At most `most`; by trigram indexes, as the caller, under the caller's policies.
create or replace function platform.similar(source regclass, key text, named text[], typed text, exact uuid, most integer)
returns table(id uuid, distance real)
language plpgsql stable set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  literally constant text := regexp_replace(typed, '([\\%_])', '\\\1', 'g');
  contains constant text := (select string_agg(format('%I ilike $1', name), ' or ') from unnest(named) name);
  begins constant text := (select string_agg(format('%I ilike $2', name), ' or ') from unnest(named) name);
  alike constant text := (select string_agg(format('%I operator(public.%%>) $1', name), ' or ') from unnest(named) name);
  nearest constant text := (select string_agg(format('%I operator(public.<->>) $1', name), ', ') from unnest(named) name);
begin
  return query execute format(
    'select %1$I, case when %2$s then 0 else 1 end::real from %3$s where %4$s or %1$I = $3 order by 2, length(%5$I), 1 limit $4',
    key, begins, source, contains, named[1])
    using '%' || literally || '%', literally || '%', exact, most;
  if not found and exact is null and char_length(typed) > 3 then
    return query execute format('select %I, 2 + least(%s) from %s where %s order by 2, 1 limit $2', key, nearest, source, alike)
      using typed, most;
  end if;
end
$$;
