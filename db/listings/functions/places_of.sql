-- From a set to places: all of a thin one, enough of any other.
create or replace function listings.places_of(bits bit varying) returns integer[] language plpgsql immutable as $$
declare
  chunk bit varying;
  part bit varying;
  places int[] := '{}';
  start int := 0;
  at int;
  next_at int;
begin
  while start < length(bits) loop
    chunk := substring(bits from start + 1 for 2048);
    if bit_count(chunk) > 0 then
      for i in 0..7 loop
        part := substring(chunk from i * 256 + 1 for 256);
        continue when bit_count(part) = 0;
        at := 0;
        loop
          next_at := position(B'1' in substring(part from at + 1));
          exit when next_at = 0;
          at := at + next_at;
          places := places || (start + i * 256 + at - 1);
        end loop;
      end loop;
    end if;
    start := start + 2048;
  end loop;
  return places;
end
$$;
