create or replace function listings.merge_catalogue() returns integer language plpgsql as $$
declare
  touched int[];
  size int;
  more int;
  those bit varying;
  untouched bit varying;
  moved boolean;
begin
  -- One at a time; a second one has nothing to do.
  select g.capacity into size from listings.catalogue_generation g for update skip locked;
  if not found then return 0; end if;
  delete from listings.catalogue_moved;
  moved := found;
  with taken as (delete from listings.catalogue_pending returning place)
    select array_agg(distinct place) into touched from taken;
  if touched is null then
    if moved then perform listings.note_popular(size); end if;
    return 0;
  end if;
  more := ((select max(p) from unnest(touched) p) / 2048 + 1) * 2048 - size;
  if more > 0 then
    untouched := listings.no_bits(more);
    update listings.catalogue_terms set anywhere = anywhere || untouched, headings = headings || untouched, names = names || untouched;
    update listings.catalogue_values set places = places || untouched;
    update listings.catalogue_trigrams set names = names || untouched;
    size := size + more;
  end if;
  update listings.catalogue_generation set capacity = size, generation = generation + 1;
  those := listings.bits_of(touched, size);
  untouched := ~ those;
  update listings.catalogue_values set places = places & untouched where bit_count(places & those) > 0;
  -- Each word is written once: without its former sets, with its current ones.
  insert into listings.catalogue_terms (term, anywhere, headings, names)
    select term, coalesce(o.anywhere & untouched | n.anywhere, o.anywhere & untouched, n.anywhere),
      coalesce(o.headings & untouched | n.headings, o.headings & untouched, n.headings), coalesce(o.names & untouched | n.names, o.names & untouched, n.names)
    from (select t.* from listings.catalogue_terms t where bit_count(t.anywhere & those) > 0 or t.term = any(array(
        select (u).lexeme from (select unnest(c.words) as u from listings.catalogue_words c where c.place = any(touched)) x))) o
      full join (select w.term, listings.bits_of(w.anywhere, size) as anywhere, listings.bits_of(w.headings, size) as headings,
          listings.bits_of(w.names, size) as names
        from (select u.lexeme collate "C" as term, array_agg(c.place) as anywhere, array_agg(c.place) filter (where u.weights && '{A,B}') as headings,
            array_agg(c.place) filter (where u.weights && '{A}') as names
          from listings.catalogue_words c, unnest(c.words) u where c.place = any(touched) group by u.lexeme) w) n using (term)
    on conflict (term) do update set anywhere = excluded.anywhere, headings = excluded.headings, names = excluded.names;
  insert into listings.catalogue_values as v (facet, value, places)
    select x.facet, x.value, listings.bits_of(array_agg(c.place), size)
    from listings.catalogue_words c join listings.catalogue_facets f on f.code = c.facets,
      lateral (values ('category', f.category), ('motion', f.motion), ('tier', f.tier)) x(facet, value)
    where c.place = any(touched) and x.value is not null group by x.facet, x.value
    on conflict (facet, value) do update set places = v.places | excluded.places;
  delete from listings.catalogue_terms where bit_count(anywhere) = 0;
  perform listings.merge_names(touched, size);
  perform listings.note_popular(size);
  return cardinality(touched);
end
$$;
