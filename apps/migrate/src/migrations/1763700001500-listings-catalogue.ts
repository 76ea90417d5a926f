import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the catalogue is searched by. The database keeps it in step with the listings, whoever changes them. */
export class ListingsCatalogue1763700001500 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // A trusted extension: the right to create objects in the database is enough.
    await q.query(`create extension if not exists pg_trgm with schema public`);
    await q.query(`create table listings.catalogue_entries (
      drive_id uuid primary key references listings.listings,
      slug text not null unique,
      org_id uuid not null,
      revision_id uuid not null,
      name text not null,
      sort_name text not null generated always as (lower(name)) stored,
      tagline text not null,
      category text,
      motion text,
      tier text,
      version text,
      permissions_count int not null,
      listed_at timestamptz not null,
      installs int not null default 0 check (installs >= 0),
      installs_down int not null generated always as (-installs) stored,
      heading tsvector not null,
      foreign key (drive_id, revision_id) references listings.revisions (drive_id, id))`);
    for (const columns of [
      '(installs_down, sort_name, slug)',
      '(category, installs_down, sort_name, slug)',
      '(sort_name, slug)',
      '(listed_at, slug)',
    ])
      await q.query(`create index on listings.catalogue_entries ${columns}`);
    await q.query(
      `create index catalogue_names on listings.catalogue_entries using gist (name gist_trgm_ops (siglen = 64))`,
    );
    await this.words(q);
    // Counts of the whole catalogue are kept in memory for as long as this number stays.
    await q.query(`create table listings.catalogue_generation (
      one boolean primary key default true check (one),
      generation bigint not null default 1)`);
    await q.query(`insert into listings.catalogue_generation default values`);
    await this.upkeep(q);
    // What is listed already enters by the same door.
    await q.query(`do $$ declare one uuid; begin
      for one in select drive_id from listings.listings where state = 'listed' loop
        perform listings.index_drive(one);
      end loop; end $$`);
  }

  /**
   * What a search reads of everything it finds, apart from the cards: a common word is in thousands of rows, and here
   * they are so narrow (the words lie outside) that reading and counting them all stays cheap.
   */
  private async words(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.catalogue_facets (
      code int primary key generated always as identity,
      category text,
      motion text,
      tier text,
      unique nulls not distinct (category, motion, tier))`);
    await q.query(`create table listings.catalogue_words (
      drive_id uuid primary key references listings.catalogue_entries on delete cascade,
      facets int not null references listings.catalogue_facets,
      installs_down int not null,
      words tsvector not null) with (toast_tuple_target = 128)`);
    await q.query(`alter table listings.catalogue_words alter column words set storage external`);
    // Without the pending list: a search would read what waits there row by row.
    await q.query(
      `create index catalogue_words_words on listings.catalogue_words using gin (words) with (fastupdate = off)`,
    );
    await q.query(`create function listings.words_of(text) returns tsvector language sql immutable as
      $$ select to_tsvector('pg_catalog.simple', $1) || to_tsvector('pg_catalog.english', $1) $$`);
    // Never a sequential scan: it would fetch every row's words from outside, which the planner does not count.
    await q.query(`create function listings.search_catalogue(prefix text, stems text, categories text[], motions text[], tiers text[], most int)
      returns table (counts json, drives uuid[], weights int[]) language plpgsql stable
      set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
      begin
        return query with found as materialized (
            select w.drive_id, w.facets, w.installs_down from listings.catalogue_words w
            where w.words @@ (to_tsquery('pg_catalog.simple', prefix) || plainto_tsquery('pg_catalog.english', stems))),
          counted as (select f.facets, count(*)::int as found from found f group by f.facets),
          top as (select f.drive_id from found f
            where (categories is null and motions is null and tiers is null) or f.facets in (
              select c.code from listings.catalogue_facets c where (categories is null or c.category = any(categories))
                and (motions is null or c.motion = any(motions)) and (tiers is null or c.tier = any(tiers)))
            order by f.installs_down limit most),
          ranked as (select e.drive_id, -(1000000 * (ts_rank(e.heading, to_tsquery('pg_catalog.simple', prefix))
              + ts_rank(e.heading, plainto_tsquery('pg_catalog.english', stems))))::int as weight,
              e.installs_down, e.sort_name, e.slug from top join listings.catalogue_entries e using (drive_id))
          select (select json_agg(json_build_object('category', c.category, 'motion', c.motion, 'tier', c.tier, 'count', n.found))
              from counted n join listings.catalogue_facets c on c.code = n.facets),
            array_agg(s.drive_id), array_agg(s.weight)
          from (select r.* from ranked r order by r.weight, r.installs_down, r.sort_name, r.slug) s;
      end $$`);
  }

  private async upkeep(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.index_drive(drive uuid) returns void language plpgsql as $$
      declare
        code int;
      begin
        insert into listings.catalogue_facets (category, motion, tier) select l.category, l.motion, l.tier from listings.listings l where l.drive_id = drive
          on conflict do nothing;
        select f.code into code from listings.catalogue_facets f join listings.listings l
          on (l.category, l.motion, l.tier) is not distinct from (f.category, f.motion, f.tier) where l.drive_id = drive;
        insert into listings.catalogue_entries
          (drive_id, slug, org_id, revision_id, name, tagline, category, motion, tier, version, permissions_count, listed_at, heading)
        select l.drive_id, l.slug, l.org_id, r.id, l.name, coalesce(l.tagline, ''), l.category, l.motion, l.tier, r.version,
          jsonb_array_length(r.manifest->'permissionsRequested'), l.listed_at,
          setweight(listings.words_of(l.name || ' ' || replace(l.slug, '-', ' ')), 'A') || setweight(listings.words_of(coalesce(l.tagline, '')), 'B')
        from listings.listings l join listings.revisions r on r.id = l.live_revision_id where l.drive_id = drive
        on conflict (drive_id) do update set revision_id = excluded.revision_id, name = excluded.name, tagline = excluded.tagline,
          category = excluded.category, motion = excluded.motion, tier = excluded.tier, version = excluded.version,
          permissions_count = excluded.permissions_count, heading = excluded.heading;
        insert into listings.catalogue_words (drive_id, facets, installs_down, words)
        select e.drive_id, code, e.installs_down, e.heading || listings.words_of(left(coalesce(r.manifest->>'description', ''), 20000))
        from listings.catalogue_entries e join listings.revisions r on r.id = e.revision_id where e.drive_id = drive
        on conflict (drive_id) do update set facets = excluded.facets, words = excluded.words;
      end $$`);
    await q.query(`create function listings.carry_installs() returns trigger language plpgsql as $$
      begin
        update listings.catalogue_words set installs_down = new.installs_down where drive_id = new.drive_id;
        return null;
      end $$`);
    await q.query(`create trigger carry_installs after update of installs on listings.catalogue_entries for each row
      when (old.installs is distinct from new.installs) execute function listings.carry_installs()`);
    await q.query(`create function listings.enter_catalogue() returns trigger language plpgsql as $$
      begin
        if new.state = 'listed' then
          perform listings.index_drive(new.drive_id);
        else
          delete from listings.catalogue_entries where drive_id = new.drive_id;
        end if;
        update listings.catalogue_generation set generation = generation + 1;
        return null;
      end $$`);
    await q.query(`create trigger enter_catalogue after update of state, live_revision_id on listings.listings for each row
      when (old.state is distinct from new.state or old.live_revision_id is distinct from new.live_revision_id)
      execute function listings.enter_catalogue()`);
    await q.query(`create trigger enter_new_in_catalogue after insert on listings.listings for each row
      when (new.state = 'listed') execute function listings.enter_catalogue()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger enter_catalogue on listings.listings`);
    await q.query(`drop trigger enter_new_in_catalogue on listings.listings`);
    await q.query(`drop function listings.enter_catalogue()`);
    await q.query(`drop function listings.index_drive(uuid)`);
    await q.query(`drop function listings.search_catalogue(text, text, text[], text[], text[], int)`);
    await q.query(`drop function listings.words_of(text)`);
    await q.query(
      `drop table listings.catalogue_words, listings.catalogue_entries, listings.catalogue_facets, listings.catalogue_generation`,
    );
    await q.query(`drop function listings.carry_installs()`);
  }
}
