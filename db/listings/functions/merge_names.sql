create or replace function listings.merge_names(touched integer[], size integer) returns void language plpgsql as $$
declare
  those bit varying := listings.bits_of(touched, size);
  untouched bit varying := ~ those;
begin
  insert into listings.catalogue_trigrams (trigram, names)
    select trigram, coalesce(o.names | n.names, o.names, n.names)
    from (select t.trigram, t.names & untouched as names from listings.catalogue_trigrams t
        where bit_count(t.names & those) > 0 or t.trigram = any(array(
          select unnest(public.show_trgm(e.name)) from listings.catalogue_entries e where e.place = any(touched)))) o
      full join (select s.trigram collate "C" as trigram, listings.bits_of(array_agg(e.place), size) as names
        from listings.catalogue_entries e, unnest(public.show_trgm(e.name)) s(trigram) where e.place = any(touched) group by s.trigram) n using (trigram)
    on conflict (trigram) do update set names = excluded.names;
  delete from listings.catalogue_trigrams where bit_count(names) = 0;
end
$$;
