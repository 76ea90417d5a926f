import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a listing ends: announced with dates, or removed at once by two people. */
export class ListingsSunsetAndRemoval1763700001910 implements MigrationInterface {
  name = 'ListingsSunsetAndRemoval1763700001910';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.sunsets (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      reason text not null check (length(reason) between 10 and 4000),
      announced_by uuid,
      announced_by_name text not null,
      announced_at timestamptz not null default platform.portal_now(),
      closes_at timestamptz not null,
      retires_at timestamptz not null,
      closed_at timestamptz check (closed_at >= closes_at),
      retired_at timestamptz check (retired_at is null or (retired_at >= retires_at and closed_at is not null)),
      withdrawn_at timestamptz,
      constraint sunsets_notice check (closes_at >= announced_at and retires_at >= closes_at and retires_at >= announced_at + interval '90 days'),
      constraint sunsets_withdrawn check (withdrawn_at is null or closed_at is null))`);
    await q.query(
      `create unique index sunsets_one_open on listings.sunsets (drive_id) where withdrawn_at is null and retired_at is null`,
    );
    await q.query(`create table listings.removals (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      reason_code text not null check (reason_code in ('malicious', 'data_breach', 'legal_order', 'agreement_breached', 'abandoned')),
      reason text not null check (length(reason) between 10 and 4000),
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      confirmed_by uuid,
      confirmed_by_name text,
      confirmed_at timestamptz,
      withdrawn_at timestamptz,
      constraint removals_second_person check (confirmed_by <> proposed_by),
      check ((confirmed_by is null) = (confirmed_at is null)),
      check (confirmed_at is null or withdrawn_at is null))`);
    await q.query(
      `create unique index removals_one_open on listings.removals (drive_id) where withdrawn_at is null and confirmed_at is null`,
    );
    for (const [table, columns] of [
      ['sunsets', `'closed_at', 'retired_at', 'withdrawn_at'`],
      ['removals', `'confirmed_by', 'confirmed_by_name', 'confirmed_at', 'withdrawn_at'`],
    ]) {
      await q.query(`create function listings.${table}_kept() returns trigger language plpgsql as $$
        begin
          if (to_jsonb(new) - array[${columns}]) <> (to_jsonb(old) - array[${columns}]) then
            raise exception 'listings: what was said in ${table} stays' using errcode = '42501', constraint = '${table}_kept';
          end if;
          return new;
        end $$`);
      await q.query(
        `create trigger kept before update on listings.${table} for each row execute function listings.${table}_kept()`,
      );
      await q.query(
        `create trigger never_gone before delete or truncate on listings.${table} for each statement execute function platform.refuse_change()`,
      );
    }
    await q.query(`alter table listings.listings drop constraint listings_state_check`);
    await q.query(`alter table listings.listings add constraint listings_state_check check
      (state in ('unlisted', 'listed', 'paused', 'sunset_announced', 'closed_to_installs', 'retired', 'removed'))`);
    // The moves of domain/listing-state.ts; the two ends need the paper that justifies them.
    await q.query(`create function listings.listing_moves() returns trigger language plpgsql as $$
      begin
        if new.state = old.state then
          return new;
        end if;
        if (old.state, new.state) not in (('unlisted', 'listed'), ('listed', 'paused'), ('paused', 'listed'),
             ('listed', 'sunset_announced'), ('paused', 'sunset_announced'), ('sunset_announced', 'listed'),
             ('sunset_announced', 'closed_to_installs'), ('closed_to_installs', 'retired'))
           and not (new.state = 'removed' and old.state in ('listed', 'paused', 'sunset_announced', 'closed_to_installs')) then
          raise exception 'listings: a listing cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'listings_transition';
        end if;
        if new.state in ('sunset_announced', 'closed_to_installs') and not exists (select 1 from listings.sunsets s where s.drive_id = new.drive_id
             and s.withdrawn_at is null and s.retired_at is null and (new.state = 'sunset_announced' or s.closes_at <= platform.portal_now())) then
          raise exception 'listings: % needs its announcement', new.state using errcode = '23514', constraint = 'listings_sunset_announced';
        end if;
        if new.state = 'retired' and not exists (select 1 from listings.sunsets s where s.drive_id = new.drive_id and s.withdrawn_at is null
             and s.retires_at <= platform.portal_now()) then
          raise exception 'listings: the announced day has not come' using errcode = '23514', constraint = 'listings_retired_as_announced';
        end if;
        if new.state = 'removed' and not exists (select 1 from listings.removals r where r.drive_id = new.drive_id
             and r.confirmed_by is not null and r.confirmed_by <> r.proposed_by) then
          raise exception 'listings: a removal needs two people' using errcode = '23514', constraint = 'listings_removed_by_two';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update of state on listings.listings for each row execute function listings.listing_moves()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger moves on listings.listings`);
    await q.query(`drop function listings.listing_moves()`);
    await q.query(`drop table listings.removals, listings.sunsets`);
    await q.query(`drop function listings.sunsets_kept(), listings.removals_kept()`);
    await q.query(`alter table listings.listings drop constraint listings_state_check`);
    await q.query(`alter table listings.listings add constraint listings_state_check check
      (state in ('unlisted', 'listed', 'paused', 'sunset_announced', 'closed_to_installs', 'retired'))`);
  }
}
