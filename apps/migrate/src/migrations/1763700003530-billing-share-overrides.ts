import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Another share than everybody's, for one author or one Drive: proposed by one person, approved by another, from a month on. */
export class BillingShareOverrides1763700003530 implements MigrationInterface {
  name = 'BillingShareOverrides1763700003530';

  async up(q: QueryRunner): Promise<void> {
    const scope = `coalesce(org_id, '00000000-0000-0000-0000-000000000000'), coalesce(drive_id, '00000000-0000-0000-0000-000000000000')`;
    await q.query(`create table billing.share_overrides (
      id uuid primary key,
      org_id uuid,
      drive_id uuid,
      basis_points int check (basis_points between 0 and 10000),
      month date not null check (extract(day from month) = 1),
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
      reason text not null check (char_length(reason) between 3 and 2000),
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text check (char_length(decision_note) <= 2000),
      constraint share_overrides_one_scope check (num_nonnulls(org_id, drive_id) = 1),
      check ((state = 'proposed') = (decided_at is null)),
      constraint share_overrides_second_person check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)))`);
    await q.query(
      `create unique index share_overrides_one_proposal on billing.share_overrides (${scope}) where state = 'proposed'`,
    );
    await q.query(`alter table billing.split_rules add column override_id uuid references billing.share_overrides,
      add constraint split_rules_override_once unique (override_id)`);
    await q.query(`create function billing.share_override_kept() returns trigger language plpgsql as $$
      declare decided text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'];
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'proposed' then
            raise exception 'billing: a share starts as somebody''s proposal' using errcode = '23514', constraint = 'share_overrides_proposed_first';
          end if;
        elsif old.state <> 'proposed' or (to_jsonb(new) - decided) <> (to_jsonb(old) - decided) then
          raise exception 'billing: a share is superseded, never changed' using errcode = '42501', constraint = 'share_overrides_pinned';
        elsif new.state = 'approved' then
          -- Approvals come one after the other, so that each sees the one before.
          perform pg_advisory_xact_lock(x'73686172'::int);
          if billing.month_start(new.month) <= platform.portal_now() then
            raise exception 'billing: % has begun', to_char(new.month, 'YYYY-MM') using errcode = '23514', constraint = 'share_overrides_not_begun';
          end if;
          if exists (select 1 from billing.split_rules r where r.org_id is not distinct from new.org_id and r.drive_id is not distinct from new.drive_id
               and greatest(r.valid_from, coalesce(r.valid_to, r.valid_from)) >= billing.month_start(new.month)) then
            raise exception 'billing: a later share is approved already' using errcode = '23514', constraint = 'share_overrides_in_order';
          end if;
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before insert or update on billing.share_overrides for each row execute function billing.share_override_kept()`,
    );
    await q.query(`create trigger never_removed before delete or truncate on billing.share_overrides
      for each statement execute function platform.refuse_change()`);
    // The rule takes its rounding from everybody's at that time; without basis points everybody's holds again.
    await q.query(`create function billing.share_override_takes_effect() returns trigger language plpgsql as $$
      declare begins timestamptz := billing.month_start(new.month);
      begin
        update billing.split_rules set valid_to = begins
          where valid_to is null and org_id is not distinct from new.org_id and drive_id is not distinct from new.drive_id;
        if new.basis_points is not null then
          insert into billing.split_rules (author_bps, base, rounding, valid_from, org_id, drive_id, reason, set_by, override_id)
            select new.basis_points, r.base, r.rounding, begins, new.org_id, new.drive_id, new.reason, new.decided_by_name, new.id
            from billing.split_rules r where r.org_id is null and r.drive_id is null and tstzrange(r.valid_from, r.valid_to) @> begins;
        end if;
        return null;
      end $$`);
    await q.query(`create trigger takes_effect after update on billing.share_overrides for each row
      when (new.state = 'approved' and old.state = 'proposed') execute function billing.share_override_takes_effect()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.split_rules drop column override_id`);
    await q.query(`drop table billing.share_overrides`);
    for (const name of ['kept', 'takes_effect']) await q.query(`drop function billing.share_override_${name}()`);
  }
}
