-- match: words, all of them; similar, some of them in the name, when each is used but nowhere all; null, neither.
-- total, counts: of entries in the sets; fresh: of pending changes. places: among them the "most" first after the given
-- one, in no order; weights, of each: 0 each word in the name as typed or another form of it, 1 each begins one in the
-- name, 2 in name or short description, 3 one of them there, 4 description only.
create or replace function listings.search_catalogue(
  typed text[],
  categories text[],
  motions text[],
  tiers text[],
  after_weight integer,
  after_installs integer,
  after_name text,
  after_slug text,
  most integer
)
returns table(match text, total integer, counts json, fresh json, places integer[], weights integer[])
language plpgsql stable rows 1
  set plan_cache_mode = force_generic_plan as $$
declare
  size int;
  zeros bit varying;
  waits bit varying;
  hits bit varying;
  some_name bit varying;
  exact bit varying;
  named bit varying;
  headed bit varying;
  hinted bit varying;
  of_category bit varying;
  of_motion bit varying;
  of_tier bit varying;
  bits bit varying;
  starts text[];
  stems text[];
  unused text[] := '{}';
  pending int[];
  more int[];
  found_here int[];
  missing int;
  question tsquery;
  part record;
  other record;
begin
  select g.capacity, (select array_agg(distinct p.place) from listings.catalogue_pending p) into size, pending from listings.catalogue_generation g;
  select array_agg(s.start), array_agg(s.stem) into starts, stems from listings.sought(typed) s;
  zeros := listings.no_bits(size);
  for k in 1..coalesce(cardinality(starts), 0) loop
    select bit_or(t.anywhere) as anywhere, coalesce(bit_or(t.headings), zeros) as headings, coalesce(bit_or(t.names), zeros) as names,
        coalesce(bit_or(t.names) filter (where t.term = starts[k] or t.term = stems[k]), zeros) as exact into part
      from listings.catalogue_terms t where t.term >= starts[k] and t.term < starts[k] || chr(1114111);
    if not starts_with(stems[k], starts[k]) then
      select t.anywhere, coalesce(t.headings, zeros) as headings, coalesce(t.names, zeros) as names into other
        from listings.catalogue_terms t where t.term = stems[k];
      if found then
        part.anywhere := coalesce(part.anywhere | other.anywhere, other.anywhere);
        part.headings := part.headings | other.headings;
        part.names := part.names | other.names;
        part.exact := part.exact | other.names;
      end if;
    end if;
    if part.anywhere is null then unused := unused || starts[k]; end if;
    if k = 1 then
      hits := part.anywhere; exact := part.exact; named := part.names; headed := part.headings; hinted := headed; some_name := named;
    else
      hits := hits & part.anywhere;
      exact := exact & part.exact;
      named := named & part.names;
      headed := headed & part.headings;
      hinted := hinted | part.headings;
      some_name := some_name | part.names;
    end if;
  end loop;
  total := 0;
  places := '{}';
  weights := '{}';
  if cardinality(unused) > 0 or starts is null then
    if pending is null then return next; return; end if;
    hits := zeros;
  end if;
  if pending is not null then
    waits := listings.bits_of(array(select p from unnest(pending) p where p < size), size);
    hits := hits & ~ waits;
    some_name := coalesce(some_name & ~ waits, zeros);
    question := listings.asked(typed, 'ABCD', '&', true);
    more := array(select w.place from listings.catalogue_words w where w.place = any(pending) and w.words @@ question);
  end if;
  if bit_count(hits) > 0 or cardinality(more) > 0 then
    match := 'words';
  elsif not exists (select from unnest(unused) u where not exists (
      select from listings.catalogue_words w where w.place = any(pending) and w.words @@ listings.asked(array[u], 'ABCD', '&', true))) then
    hits := some_name;
    if pending is not null then
      question := listings.asked(typed, 'A', '|', true);
      more := array(select w.place from listings.catalogue_words w where w.place = any(pending) and w.words @@ question);
    end if;
    if bit_count(hits) > 0 or cardinality(more) > 0 then match := 'similar'; end if;
  end if;
  if match is null then return next; return; end if;
  of_category := hits; of_motion := hits; of_tier := hits;
  if categories is not null or motions is not null or tiers is not null then
    select coalesce(bit_or(v.places) filter (where v.facet = 'category' and v.value = any(categories)), zeros) as category,
        coalesce(bit_or(v.places) filter (where v.facet = 'motion' and v.value = any(motions)), zeros) as motion,
        coalesce(bit_or(v.places) filter (where v.facet = 'tier' and v.value = any(tiers)), zeros) as tier
      into part from listings.catalogue_values v;
    if categories is not null then of_motion := of_motion & part.category; of_tier := of_tier & part.category; hits := hits & part.category; end if;
    if motions is not null then of_category := of_category & part.motion; of_tier := of_tier & part.motion; hits := hits & part.motion; end if;
    if tiers is not null then of_category := of_category & part.tier; of_motion := of_motion & part.tier; hits := hits & part.tier; end if;
  end if;
  total := bit_count(hits);
  select json_agg(c) into counts
    from (select v.facet, v.value, bit_count(v.places & case v.facet when 'category' then of_category when 'motion' then of_motion else of_tier end) as count
      from listings.catalogue_values v offset 0) c where c.count > 0;
  if total <= most * 2 then
    places := listings.places_of(hits);
    weights := array(select case when get_bit(exact, p) = 1 then 0 when get_bit(named, p) = 1 then 1 when get_bit(headed, p) = 1 then 2
      when get_bit(hinted, p) = 1 then 3 else 4 end from unnest(places) p);
  else
    missing := most;
    for i in coalesce(after_weight, 0)..4 loop
      exit when missing <= 0;
      if i = 0 then bits := hits & exact;
      elsif i = 1 then bits := hits & named & ~ exact;
      elsif i = 2 then bits := hits & headed & ~ named;
      elsif i = 3 then bits := hits & hinted & ~ headed;
      else bits := hits & ~ hinted;
      end if;
      continue when bit_count(bits) = 0;
      if i > coalesce(after_weight, -1) then
        found_here := listings.first_of(bits, null, null, null, missing);
        missing := missing - cardinality(found_here);
      elsif bit_count(bits) <= most * 4 then
        -- Which of them come after the given one is not known here, so none counts.
        found_here := listings.places_of(bits);
      else
        found_here := listings.first_of(bits, after_installs, after_name, after_slug, missing);
        missing := missing - cardinality(found_here);
      end if;
      places := places || found_here;
      weights := weights || array_fill(i, array[cardinality(found_here)]);
    end loop;
  end if;
  if cardinality(more) > 0 then
    select json_agg(n) into fresh from (select f.category, f.motion, f.tier, count(*) as count from listings.catalogue_words w
      join listings.catalogue_facets f on f.code = w.facets where w.place = any(more) group by f.code) n;
    select places || array_agg(s.place), weights || array_agg(s.weight) into places, weights from (select w.place,
        case when w.words @@ listings.asked(typed, 'A', '&', false) then 0 when w.words @@ listings.asked(typed, 'A', '&', true) then 1
          when w.words @@ listings.asked(typed, 'AB', '&', true) then 2 when w.words @@ listings.asked(typed, 'AB', '|', true) then 3 else 4 end as weight
      from listings.catalogue_words w join listings.catalogue_facets f on f.code = w.facets
      where w.place = any(more) and (categories is null or f.category = any(categories))
        and (motions is null or f.motion = any(motions)) and (tiers is null or f.tier = any(tiers))) s;
  end if;
  return next;
end
$$;
