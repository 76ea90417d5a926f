import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ListingsCatalogueBitmaps1763700003100 } from './1763700003100-listings-catalogue-bitmaps.js';

/**
 * A search that costs what it must: the card of an entry is written when the entry is, a page is looked up by the places
 * of the sets, few places are cut out of the sets of the most installed, and a misspelt name is found by the sets of its
 * groups of three letters. What it finds, counts and in which order stays.
 */
export class ListingsCatalogueSpeed1763700003900 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await this.cards(q);
    await this.tables(q);
    await this.merge(q);
    await this.places(q);
    await this.search(q);
    await this.similar(q);
    // What is in the sets of words already is put into those of names and of the most installed.
    await q.query(`select listings.merge_names(array_agg(e.place), g.capacity) from listings.catalogue_entries e, listings.catalogue_generation g
      where e.place < g.capacity and not exists (select from listings.catalogue_pending p where p.place = e.place) group by g.capacity`);
    await q.query(`select listings.note_popular(g.capacity) from listings.catalogue_generation g`);
  }

  /** What a page shows of an entry, apart from prices and names of authors: those change without the entry. */
  private async cards(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.catalogue_entries add column card json`);
    await q.query(`create function listings.write_card() returns trigger language plpgsql as $$
      begin
        select json_build_object('drive_id', new.drive_id, 'slug', new.slug, 'name', new.name, 'sort_name', lower(new.name), 'tagline', new.tagline,
            'category', new.category, 'motion', new.motion, 'tier', new.tier, 'version', new.version, 'permissions_count', new.permissions_count,
            'installs', new.installs, 'installs_down', -new.installs, 'listed_at', new.listed_at, 'conformance_ok', l.conformance_ok,
            'verified_at', l.verified_at, 'icon', (select i.digest from listings.revision_icons i where i.revision_id = new.revision_id))
          into new.card from listings.listings l where l.drive_id = new.drive_id;
        return new;
      end $$`);
    await q.query(`create trigger write_card before insert or update on listings.catalogue_entries
      for each row execute function listings.write_card()`);
    await q.query(`update listings.catalogue_entries set card = null`);
    await q.query(`alter table listings.catalogue_entries alter column card set not null`);
    // Whoever may note a run of the checks or an icon need not be one who may write the catalogue.
    await q.query(`create function listings.renew_card() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if tg_table_name = 'listings' then
          update listings.catalogue_entries set card = null where drive_id = new.drive_id;
        else
          update listings.catalogue_entries e set card = null from listings.revisions r
            where r.id = new.revision_id and e.drive_id = r.drive_id and e.revision_id = r.id;
        end if;
        return null;
      end $$`);
    await q.query(`create trigger renew_card after update of conformance_ok, verified_at on listings.listings for each row
      when (old.conformance_ok is distinct from new.conformance_ok or old.verified_at is distinct from new.verified_at)
      execute function listings.renew_card()`);
    await q.query(`create trigger renew_card after insert or update on listings.revision_icons for each row
      execute function listings.renew_card()`);
  }

  private async tables(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.catalogue_trigrams (
      trigram text collate "C" primary key,
      names bit varying not null)`);
    await q.query(`alter table listings.catalogue_trigrams alter column names set storage main`);
    // The places of the "most" most installed, and what changed its number of installs since they were taken.
    await q.query(`create table listings.catalogue_popular (most int primary key, places bit varying not null)`);
    await q.query(`create table listings.catalogue_moved (id bigint primary key generated always as identity)`);
    await q.query(`create function listings.note_moved() returns trigger language plpgsql as $$
      begin
        insert into listings.catalogue_moved default values;
        return null;
      end $$`);
    await q.query(`create trigger note_moved after update of installs on listings.catalogue_entries
      for each statement execute function listings.note_moved()`);
    // Names are compared by the sets; nothing else used it.
    await q.query(`drop index listings.catalogue_names`);
  }

  private async merge(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.no_bits(size int) returns bit varying language sql immutable as
      $$ select case when size > 0 then pg_catalog."bit"(0, size) else B'' end::bit varying $$`);
    await q.query(`create or replace function listings.bits_of(places int[], size int) returns bit varying language plpgsql immutable strict as $$
      declare
        -- Not by repeating a text: to read that again took most of the time of a merge.
        bits bit varying := listings.no_bits(size);
        place int;
      begin
        foreach place in array places loop
          bits := set_bit(bits, place, 1);
        end loop;
        return bits;
      end $$`);
    await q.query(`create function listings.merge_names(touched int[], size int) returns void language plpgsql as $$
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
      end $$`);
    await q.query(`create function listings.note_popular(size int) returns void language plpgsql as $$
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
      end $$`);
    await q.query(`create or replace function listings.merge_catalogue() returns int language plpgsql as $$
      declare
        touched int[];
        size int;
        more int;
        those bit varying;
        untouched bit varying;
        moved boolean;
      begin
        -- One at a time; who comes second has nothing to do.
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
        -- Each word is written once: without what it was in before, with what it is in now.
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
      end $$`);
  }

  /** From a set to places: all of a thin one, enough of any other. */
  private async places(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.places_of(bits bit varying) returns int[] language plpgsql immutable as $$
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
      end $$`);
    // The "most" first of a set, in no order and perhaps with others of the set; after the given one, those alone. A place
    // that is no bit yet is not in the set.
    await q.query(`drop function listings.first_of(bit varying, int, text, text, int)`);
    await q.query(`create function listings.first_of(bits bit varying, after_installs int, after_name text, after_slug text, most int)
      returns int[] language plpgsql stable as $$
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
      end $$`);
  }

  private async search(q: QueryRunner): Promise<void> {
    await q.query(`drop function listings.search_catalogue(text[], text[], text[], text[], int, int, text, text, int)`);
    // match: words, all of them; similar, some of them in the name, when each is used but nowhere all; null, neither.
    // total, counts: of what is in the sets; fresh: of what waits. places: among them the "most" first after the given
    // one, in no order; weights, of each: 0 each word in the name as typed or another form of it, 1 each begins one in the
    // name, 2 in name or short description, 3 one of them there, 4 description only.
    await q.query(`create function listings.search_catalogue(typed text[], categories text[], motions text[], tiers text[],
        after_weight int, after_installs int, after_name text, after_slug text, most int)
      returns table (match text, total int, counts json, fresh json, places int[], weights int[])
      language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as $$
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
      end $$`);
  }

  /**
   * The names that are most like a text, as word_similarity says. A name can be no more alike than its share of the
   * text's groups of three letters, and how many it has is counted for all names at once, in binary, in sets of bits.
   */
  private async similar(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.similar_names(typed text, alike real, most int) returns table (place int, distance real)
      language plpgsql stable rows 50 set plan_cache_mode = force_generic_plan as $$
      declare
        trigrams text[] := public.show_trgm(typed);
        wanted int := cardinality(trigrams);
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
        share int := wanted;
        near int[];
        distances real[];
      begin
        if wanted = 0 then return; end if;
        select g.capacity, array(select distinct p.place from listings.catalogue_pending p) into size, pending from listings.catalogue_generation g;
        zeros := listings.no_bits(size);
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
          -- Those with at least so many: the first digit in which they differ decides.
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
          select array_agg(n.place), array_agg(n.distance) into near, distances
            from (select e.place, e.name operator(public.<->>) typed as distance from listings.catalogue_entries e
              where e.place = any(listings.places_of(hits) || pending) order by 2, e.installs_down, e.slug limit most) n;
          -- Is the last of them more alike than one with fewer groups can be?
          exit when share <= lowest or distances[most] < 1 - (share - 1)::real / wanted - 0.001;
          share := greatest(lowest, least(share - 1, ceil((1 - distances[most]) * wanted - 0.01)::int));
        end loop;
        return query select n.place, n.distance from unnest(near, distances) n(place, distance);
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const made of [
      'function listings.similar_names(text, real, int)',
      'function listings.merge_names(int[], int)',
      'function listings.note_popular(int)',
      'function listings.places_of(bit varying)',
      'trigger renew_card on listings.revision_icons',
      'trigger renew_card on listings.listings',
      'function listings.renew_card()',
      'table listings.catalogue_trigrams, listings.catalogue_popular, listings.catalogue_moved',
    ])
      await q.query(`drop ${made}`);
    // What is left of it goes with the tables; all of them follow from the listings, so they are made anew.
    const before = new ListingsCatalogueBitmaps1763700003100();
    await before.down(q);
    for (const made of ['write_card()', 'note_moved()', 'no_bits(int)'])
      await q.query(`drop function listings.${made}`);
    await before.up(q);
  }
}
