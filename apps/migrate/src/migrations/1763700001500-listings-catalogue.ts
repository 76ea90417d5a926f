import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the catalogue is searched by. The database keeps it in step with the listings, whoever changes them. */
export class ListingsCatalogue1763700001500 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // A trusted extension: the right to create objects in the database is enough.
    await q.query(`create extension if not exists pg_trgm with schema public`);
    await q.query(`create table listings.catalogue_entries (
      drive_id uuid primary key references listings.listings,
      slug text not null unique,
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
      words tsvector not null,
      foreign key (drive_id, revision_id) references listings.revisions (drive_id, id))`);
    for (const columns of [
      '(installs_down, sort_name, slug)',
      '(category, installs_down, sort_name, slug)',
      '(sort_name, slug)',
      '(listed_at, slug)',
    ])
      await q.query(`create index on listings.catalogue_entries ${columns}`);
    // Without the pending list: a search would read what waits there row by row.
    await q.query(
      `create index catalogue_words on listings.catalogue_entries using gin (words) with (fastupdate = off)`,
    );
    await q.query(
      `create index catalogue_names on listings.catalogue_entries using gist (name gist_trgm_ops (siglen = 64))`,
    );
    // Counts of the whole catalogue are kept in memory for as long as this number stays.
    await q.query(`create table listings.catalogue_generation (
      one boolean primary key default true check (one),
      generation bigint not null default 1)`);
    await q.query(`insert into listings.catalogue_generation default values`);
    await q.query(`create function listings.words_of(text) returns tsvector language sql immutable as
      $$ select to_tsvector('pg_catalog.simple', $1) || to_tsvector('pg_catalog.english', $1) $$`);
    await q.query(`create function listings.index_drive(drive uuid) returns void language sql as $$
      insert into listings.catalogue_entries
        (drive_id, slug, revision_id, name, tagline, category, motion, tier, version, permissions_count, listed_at, heading, words)
      select l.drive_id, l.slug, r.id, l.name, coalesce(l.tagline, ''), l.category, l.motion, l.tier, r.version,
        jsonb_array_length(r.manifest->'permissionsRequested'), l.listed_at, h.heading,
        h.heading || setweight(listings.words_of(left(coalesce(r.manifest->>'description', ''), 20000)), 'C')
      from listings.listings l join listings.revisions r on r.id = l.live_revision_id
      cross join lateral (select setweight(listings.words_of(l.name || ' ' || replace(l.slug, '-', ' ')), 'A')
        || setweight(listings.words_of(coalesce(l.tagline, '')), 'B') as heading) h
      where l.drive_id = drive
      on conflict (drive_id) do update set revision_id = excluded.revision_id, name = excluded.name, tagline = excluded.tagline,
        category = excluded.category, motion = excluded.motion, tier = excluded.tier, version = excluded.version,
        permissions_count = excluded.permissions_count, heading = excluded.heading, words = excluded.words
      $$`);
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
    // What is listed already enters by the same door.
    await q.query(`do $$ declare one uuid; begin
      for one in select drive_id from listings.listings where state = 'listed' loop
        perform listings.index_drive(one);
      end loop; end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger enter_catalogue on listings.listings`);
    await q.query(`drop trigger enter_new_in_catalogue on listings.listings`);
    await q.query(`drop function listings.enter_catalogue()`);
    await q.query(`drop function listings.index_drive(uuid)`);
    await q.query(`drop function listings.words_of(text)`);
    await q.query(`drop table listings.catalogue_entries, listings.catalogue_generation`);
  }
}
