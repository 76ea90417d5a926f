-- The rows of `source` of which one of the columns `named` contains `typed`, or whose `key` is `exact`: names that begin
-- with it first. Without any, those whose first column is most like it by pg_trgm's word_similarity, so that a slip of the
-- finger still finds: in a short text it changes more of the trigrams. At most `most`; by trigram indexes, as the caller,
-- under the caller's policies. Of names that are alike 2,000 are compared: that many are no answer anyway.
create or replace function platform.named_like(source regclass, key text, named text[], typed text, exact uuid, most integer)
returns table(id uuid, distance real)
language plpgsql stable set pg_trgm.word_similarity_threshold = 0.45 set enable_seqscan = on as $$
declare
  literally constant text := regexp_replace(typed, '([\\%_])', '\\\1', 'g');
  contains constant text := (select string_agg(format('%I ilike $1', name), ' or ') from unnest(named) name);
  begins constant text := (select string_agg(format('%I ilike $2', name), ' or ') from unnest(named) name);
begin
  return query execute format(
    'select %1$I, case when %2$s then 0 else 1 end::real from %3$s where %4$s or %1$I = $3 order by 2, length(%5$I), 1 limit $4',
    key, begins, source, contains, named[1])
    using '%' || literally || '%', literally || '%', exact, most;
  if not found and exact is null and char_length(typed) > 3 then
    if char_length(typed) < 10 then
      perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
    end if;
    -- The planner thinks that 2,000 rows are quickly read without the index, and each costs a comparison.
    perform set_config('enable_seqscan', 'off', true);
    return query execute format(
      'select %1$I, (2 + (%2$I operator(public.<->>) $1))::real
       from (select %1$I, %2$I from %3$s where %2$I operator(public.%%>) $1 limit 2000) few order by 2, 1 limit $2',
      key, named[1], source)
      using typed, most;
  end if;
end
$$;
