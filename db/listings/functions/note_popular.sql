create or replace function listings.note_popular(size integer) returns void language plpgsql as $$
declare
  ranked int[];
  most int := 64;
begin
  delete from listings.catalogue_popular;
  ranked := array(select e.place from listings.catalogue_entries e where e.place < size order by e.installs_down, e.sort_name, e.slug);
  while most < cardinality(ranked) loop
    insert into listings.catalogue_popular values (most, listings.bits_of(ranked[1:most], size));
    most := most * 2;
  end loop;
end
$$;
