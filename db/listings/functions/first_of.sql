-- The "most" first of a set, in no order and perhaps with others of the set; after the given one, those alone. A place
-- that is no bit yet is not in the set.
create or replace function listings.first_of(
  bits bit varying,
  after_installs integer,
  after_name text,
  after_slug text,
  most integer
)
returns integer[]
language plpgsql stable as $$
declare
  n bigint := bit_count(bits);
  wide bigint := most * 2;
  few bit varying;
begin
  if after_installs is not null then
    return array(select e.place from listings.catalogue_entries e where case when e.place < length(bits) then get_bit(bits, e.place) = 1 end
      and (e.installs_down, e.sort_name, e.slug) > (after_installs, after_name, after_slug)
      order by e.installs_down, e.sort_name, e.slug limit most);
  end if;
  if n <= wide then return listings.places_of(bits); end if;
  -- On the way through all entries, the most installed first, one in length / n is of the set.
  if length(bits) * wide > n * 1000 and not exists (select from listings.catalogue_moved) then
    select bits & p.places into few from listings.catalogue_popular p where p.most >= length(bits) * wide / n order by p.most limit 1;
    if bit_count(few) >= most then return listings.places_of(few); end if;
  end if;
  if n * n * 32 < length(bits) * wide then return listings.places_of(bits); end if;
  return array(select e.place from listings.catalogue_entries e where case when e.place < length(bits) then get_bit(bits, e.place) = 1 end
    order by e.installs_down, e.sort_name, e.slug limit most);
end
$$;
