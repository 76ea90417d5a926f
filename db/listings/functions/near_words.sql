-- Each word that was typed, and, where no text has it or begins with it, words of the catalogue that it may be a slip
-- of: about as long, and beginning as it does when its first letters are right, swapped, or the first is one too many.
-- Null for a word that is used. `one` and `two`: the lengths from which one slip and two are forgiven.
create or replace function listings.near_words(typed text[], one integer, two integer)
returns table(start text, near text[])
language plpgsql stable rows 5 set plan_cache_mode = force_generic_plan as $$
declare
  word record;
  slips int;
  fresh text[] := array(select distinct u.lexeme from listings.catalogue_words w, unnest(w.words) u
    where w.place in (select p.place from listings.catalogue_pending p order by p.id desc limit 200));
begin
  for word in select s.start, s.stem, length(s.start) as n from listings.sought(typed) s loop
    start := word.start;
    near := null;
    if not exists (select from listings.catalogue_terms t where t.term >= word.start and t.term < word.start || chr(1114111))
      and not exists (select from listings.catalogue_terms t where t.term = word.stem)
      and not exists (select from unnest(fresh) f where starts_with(f, word.start) or f = word.stem)
    then
      slips := case when word.n < one then 0 when word.n < two then 1 else 2 end;
      near := '{}';
      if slips > 0 then
        near := array(
          select t.term from (values (left(word.start, 1)), (substr(word.start, 2, 1) || left(word.start, 1)), (substr(word.start, 2, 2))) b(beginning)
            cross join lateral (select t.term from listings.catalogue_terms t where t.term >= b.beginning and t.term < b.beginning || chr(1114111)
              and length(t.term) between word.n - slips and word.n + slips offset 0) t
          union select f collate "C" from unnest(fresh) f where length(f) between word.n - slips and word.n + slips);
      end if;
    end if;
    return next;
  end loop;
end
$$;
