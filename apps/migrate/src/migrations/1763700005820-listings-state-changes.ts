import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every move of a listing with who made it and why: what its author is told, and what it was at any instant. Moves of
 * before are taken from the audit log; a first publication from the publications.
 */
export class ListingsStateChanges1763700005820 implements MigrationInterface {
  name = 'ListingsStateChanges1763700005820';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.state_changes (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      from_state text not null,
      to_state text not null,
      changed_at timestamptz not null,
      changed_by text not null check (changed_by in ('author', 'staff', 'portal')),
      reason text,
      constraint state_changes_moved check (from_state <> to_state))`);
    await q.query(`create index state_changes_of_drive on listings.state_changes (drive_id, changed_at, id)`);
    await q.query(`insert into listings.state_changes (id, drive_id, from_state, to_state, changed_at, changed_by, reason)
      select distinct on (p.drive_id) p.id, p.drive_id, 'unlisted', 'listed', p.published_at, 'staff', null
      from listings.publications p where p.from_revision_id is null order by p.drive_id, p.published_at, p.id`);
    await q.query(`insert into listings.state_changes (id, drive_id, from_state, to_state, changed_at, changed_by, reason)
      select a.id, l.drive_id, a.before->>'state', m.to_state, a.at,
        case when a.actor_kind = 'system' then 'portal' when a.actor_role = 'author' then 'author' else 'staff' end, a.reason
      from platform.audit_log a join listings.listings l on l.drive_id::text = a.subject_id
      cross join lateral (select case a.action when 'listing.removal_proposed' then 'paused' else a.after->>'state' end as to_state) m
      where a.subject_type = 'drive' and m.to_state <> a.before->>'state' and (a.action in ('listing.paused', 'listing.listed',
          'listing.sunset_announced', 'listing.sunset_withdrawn', 'listing.closed_to_installs', 'listing.retired', 'listing.removed')
        or a.action = 'listing.removal_proposed' and a.before->>'state' = 'listed')`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.state_changes
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.state_changes`);
  }
}
