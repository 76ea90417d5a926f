-- A long set is built part by part: each bit that was set copied all of it.
create or replace function listings.bits_of(places integer[], size integer)
returns bit varying
language plpgsql immutable strict as $$
declare
  -- Not by repeating a text: to read that again took most of the time of a merge.
  bits bit varying := listings.no_bits(size);
  place int;
  part bit varying;
  edge int := 4096;
begin
  if size < 32768 or cardinality(places) < 100 then
    foreach place in array places loop
      bits := set_bit(bits, place, 1);
    end loop;
    return bits;
  end if;
  -- Each set_bit copies its argument, therefore only the part of a long set.
  bits := B'';
  part := listings.no_bits(4096);
  for place in select p from unnest(places) p order by p loop
    while place >= edge loop
      bits := bits || part;
      part := listings.no_bits(4096);
      edge := edge + 4096;
    end loop;
    part := set_bit(part, place - edge + 4096, 1);
  end loop;
  return substring(bits || part || listings.no_bits(greatest(size - edge, 0)) for size);
end
$$;
