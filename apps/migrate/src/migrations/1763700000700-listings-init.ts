import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Host-owned monthly prices in minor units. */
const PRICES = [
  ['starter', 4900],
  ['standard', 9900],
  ['pro', 19900],
  ['premium', 39900],
  ['flagship', 99900],
] as const;

export class ListingsInit1763700000700 implements MigrationInterface {
  name = 'ListingsInit1763700000700';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists listings`);
    await this.listings(q);
    await this.submissions(q);
    await this.prices(q);
  }

  private async listings(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.listings (
      drive_id uuid primary key,
      org_id uuid not null,
      slug text not null unique,
      state text not null default 'unlisted' check (state in ('unlisted', 'listed', 'paused', 'sunset_announced', 'closed_to_installs', 'retired')),
      live_revision_id uuid,
      name text not null,
      tagline text,
      category text,
      motion text,
      tier text,
      listed_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      last_seen_digest text,
      last_synced_at timestamptz,
      sync_failures int not null default 0 check (sync_failures >= 0),
      next_sync_at timestamptz,
      constraint listings_live check ((state = 'unlisted') = (live_revision_id is null)),
      constraint listings_listed_at check ((state = 'unlisted') = (listed_at is null)))`);
    await q.query(`create index listings_catalogue on listings.listings (lower(name), slug) where state = 'listed'`);
    await q.query(`create index listings_due on listings.listings (next_sync_at) where next_sync_at is not null`);
    await q.query(`create index listings_org on listings.listings (org_id)`);

    // What a Drive served at one moment, for ever: the canonical bytes and the model that was read from them.
    await q.query(`create table listings.revisions (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      digest text not null,
      version text,
      shape text not null check (shape in ('flat', 'structured')),
      manifest_url text not null,
      origin text not null,
      canonical bytea not null,
      manifest jsonb not null,
      created_at timestamptz not null default platform.portal_now(),
      constraint revisions_digest check (digest = encode(sha256(canonical), 'hex')),
      constraint revisions_once unique (drive_id, digest, manifest_url),
      unique (drive_id, id))`);
    await q.query(`create index revisions_of on listings.revisions (drive_id, created_at desc, id desc)`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.revisions
      for each statement execute function platform.refuse_change()`);
    await q.query(`alter table listings.listings add constraint listings_live_revision
      foreign key (drive_id, live_revision_id) references listings.revisions (drive_id, id)`);

    // Which revision served from when on.
    await q.query(`create table listings.publications (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      revision_id uuid not null,
      from_revision_id uuid,
      submission_id uuid,
      prompts boolean not null,
      published_at timestamptz not null default platform.portal_now(),
      foreign key (drive_id, revision_id) references listings.revisions (drive_id, id),
      foreign key (drive_id, from_revision_id) references listings.revisions (drive_id, id),
      check (from_revision_id <> revision_id))`);
    await q.query(`create index publications_of on listings.publications (drive_id, published_at desc)`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.publications
      for each statement execute function platform.refuse_change()`);

    // What the sync noticed and did not publish, or published with a reproach. Open until the Drive is in order again.
    await q.query(`create table listings.sync_notes (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      kind text not null check (kind in ('version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable')),
      revision_id uuid,
      digest text,
      text text not null,
      noticed_at timestamptz not null default platform.portal_now(),
      resolved_at timestamptz check (resolved_at >= noticed_at),
      foreign key (drive_id, revision_id) references listings.revisions (drive_id, id))`);
    await q.query(
      `create unique index sync_notes_open on listings.sync_notes (drive_id, kind) where resolved_at is null`,
    );
  }

  private async submissions(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.submissions (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      org_id uuid not null,
      kind text not null check (kind in ('initial', 'update')),
      state text not null check (state in ('received', 'validating', 'failed', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn')),
      manifest_url text not null,
      origin text not null,
      submitted_by uuid,
      revision_id uuid,
      base_revision_id uuid,
      decision text check (decision in ('approve', 'request_changes', 'reject')),
      decision_reason text,
      decided_by uuid,
      decided_at timestamptz,
      answer text,
      waiting_since timestamptz,
      validated_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      foreign key (drive_id, revision_id) references listings.revisions (drive_id, id),
      foreign key (drive_id, base_revision_id) references listings.revisions (drive_id, id),
      constraint submissions_validated check (state in ('received', 'validating', 'withdrawn') or validated_at is not null),
      constraint submissions_judged_by_digest check (state not in ('in_review', 'changes_requested', 'approved', 'rejected') or revision_id is not null),
      constraint submissions_waiting check (state <> 'in_review' or waiting_since is not null),
      constraint submissions_decided check (state not in ('changes_requested', 'approved', 'rejected')
        or (decision is not null and decision_reason is not null and decided_by is not null and decided_at is not null)))`);
    await q.query(`create unique index submissions_one_open on listings.submissions (drive_id)
      where state in ('received', 'validating', 'in_review', 'changes_requested')`);
    await q.query(
      `create index submissions_queue on listings.submissions (waiting_since, id) where state = 'in_review'`,
    );
    await q.query(`create index submissions_of on listings.submissions (drive_id, created_at desc, id desc)`);
    await q.query(`create function listings.submission_moves() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.state not in ('received', 'in_review') then
            raise exception 'a submission cannot start as %', new.state using errcode = '23514', constraint = 'submissions_transition';
          end if;
          return new;
        end if;
        if new.revision_id is distinct from old.revision_id and old.revision_id is not null then
          raise exception 'a submission keeps its revision' using errcode = '23514', constraint = 'submissions_revision_kept';
        end if;
        if new.state = old.state then return new; end if;
        if (old.state, new.state) not in (
          ('received', 'validating'), ('received', 'withdrawn'),
          ('validating', 'failed'), ('validating', 'in_review'), ('validating', 'withdrawn'),
          ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
          ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn')) then
          raise exception 'a submission cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'submissions_transition';
        end if;
        if new.state in ('changes_requested', 'approved', 'rejected') and exists (
          select 1 from authors.organization_members m where m.org_id = new.org_id and m.user_id = new.decided_by
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer cannot decide on an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger moves before insert or update on listings.submissions
      for each row execute function listings.submission_moves()`);

    await q.query(`create table listings.submission_checks (
      submission_id uuid not null references listings.submissions,
      check_id text not null,
      ordinal int not null,
      rule text not null,
      check_group text not null,
      status text not null check (status in ('queued', 'running', 'pass', 'warn', 'fail', 'skipped')),
      findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
      primary key (submission_id, check_id))`);
  }

  private async prices(q: QueryRunner): Promise<void> {
    // A range over text lets an exclusion constraint compare tiers without an extension.
    await q.query(`create type listings.text_range as range (subtype = text)`);
    await q.query(`create table listings.prices (
      id uuid primary key,
      tier text not null check (tier in ('starter', 'standard', 'pro', 'premium', 'flagship')),
      currency text not null check (currency ~ '^[a-z]{3}$'),
      audience text not null check (audience in ('open_market', 'host_network')),
      amount_minor bigint not null check (amount_minor > 0),
      valid_from timestamptz not null,
      valid_to timestamptz check (valid_to > valid_from),
      created_at timestamptz not null default platform.portal_now(),
      constraint prices_one_at_a_time exclude using gist (
        listings.text_range(tier, tier, '[]') with =,
        listings.text_range(currency, currency, '[]') with =,
        listings.text_range(audience, audience, '[]') with =,
        tstzrange(valid_from, valid_to) with &&))`);
    await q.query(`create function listings.keep_price() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a price is never removed' using errcode = '42501';
        end if;
        if (new.id, new.tier, new.currency, new.audience, new.amount_minor, new.valid_from, new.created_at)
            is distinct from (old.id, old.tier, old.currency, old.audience, old.amount_minor, old.valid_from, old.created_at)
          or old.valid_to is not null then
          raise exception 'a price cannot be changed: end it and add another' using errcode = '23514', constraint = 'prices_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger keep_price before update or delete on listings.prices for each row execute function listings.keep_price()`,
    );
    for (const [t, [tier, amount]] of PRICES.entries())
      for (const [a, audience] of ['open_market', 'host_network'].entries())
        await q.query(
          `insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from)
           values ($1, $2, 'usd', $3, $4, '2025-01-01T00:00:00Z')`,
          [`01940000-0000-7000-8000-0000000000${t}${a}`, tier, audience, amount],
        );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema listings cascade`);
  }
}
