-- The names that are most like a text, by word_similarity. A name can be no more alike than its share of the
-- text's groups of three letters, and how many it has is counted for all names at once, in binary, in sets of bits.
-- Where more than 200 names have one share of three letters, or more than 800 one of a longer text, the most installed
-- of them are compared.
create or replace function listings.similar_names(typed text, alike real, most integer)
returns table(place integer, distance real)
language plpgsql stable rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  trigrams text[] := public.show_trgm(typed);
  wanted int := cardinality(trigrams);
  compared int := case when wanted <= 4 then 100 else 400 end;
  lowest int := greatest(1, ceil(alike * wanted - 0.001)::int);
  size int;
  zeros bit varying;
  waits bit varying;
  pending int[];
  digits bit varying[] := '{}';
  carry bit varying;
  next_carry bit varying;
  hits bit varying;
  same bit varying;
  before bit varying;
  asked int[] := '{}';
  share int := wanted;
  near int[];
  distances real[];
begin
  if wanted = 0 then return; end if;
  select g.capacity, array(select distinct p.place from listings.catalogue_pending p) into size, pending from listings.catalogue_generation g;
  zeros := listings.no_bits(size);
  before := zeros;
  for carry in select t.names from listings.catalogue_trigrams t where t.trigram = any(trigrams) loop
    for i in 1..cardinality(digits) loop
      next_carry := digits[i] & carry;
      digits[i] := digits[i] # carry;
      carry := next_carry;
      exit when bit_count(carry) = 0;
    end loop;
    if bit_count(carry) > 0 then digits := digits || carry; end if;
  end loop;
  waits := ~ listings.bits_of(array(select p from unnest(pending) p where p < size), size);
  loop
    -- Entries with at least this many: the first digit in which they differ decides.
    hits := zeros;
    same := case when share >> cardinality(digits) = 0 then waits else zeros end;
    for i in reverse cardinality(digits)..1 loop
      if (share >> (i - 1)) & 1 = 1 then
        same := same & digits[i];
      else
        hits := hits | (same & digits[i]);
        same := same & ~ digits[i];
      end if;
    end loop;
    hits := hits | same;
    if share > lowest and bit_count(hits) < most then
      share := share - 1;
      continue;
    end if;
    -- Those with a larger share were taken already.
    same := hits & ~ before;
    before := hits;
    asked := asked || listings.first_of(same, null, null, null, compared);
    select array_agg(n.place), array_agg(n.distance) into near, distances
      from (select e.place, e.name operator(public.<->>) typed as distance from listings.catalogue_entries e
        where e.place = any(asked || pending) order by 2, e.installs_down, e.slug limit most) n;
    -- Is the last of them more alike than one with fewer groups can be?
    exit when share <= lowest or distances[most] < 1 - (share - 1)::real / wanted - 0.001;
    share := greatest(lowest, least(share - 1, ceil((1 - distances[most]) * wanted - 0.01)::int));
  end loop;
  return query select n.place, n.distance from unnest(near, distances) n(place, distance);
end
$$;
