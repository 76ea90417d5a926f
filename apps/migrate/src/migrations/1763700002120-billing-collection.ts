import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happens to an invoice that is not paid: dates fixed at the first refusal, suspension, write-off by two people. */
export class BillingCollection1763700002120 implements MigrationInterface {
  name = 'BillingCollection1763700002120';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.invoices
      add column kind text not null default 'installs' check (kind in ('installs', 'listing_fee')),
      add column past_due_at timestamptz,
      add column suspend_at timestamptz,
      add column warned_at timestamptz,
      add constraint invoices_dunning check (suspend_at >= past_due_at)`);
    await q.query(
      `create index invoices_to_suspend on billing.invoices (suspend_at) where state = 'past_due' and suspend_at is not null`,
    );
    await this.suspensions(q);
    await this.writeOffs(q);
    await q.query(`alter table installs.tenants
      add column suspended_at timestamptz,
      add column standing_at timestamptz,
      add constraint tenants_standing check (suspended_at is null or standing_at >= suspended_at)`);
  }

  private async suspensions(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.suspensions (
      id uuid primary key,
      tenant_id uuid not null,
      invoice_id uuid not null references billing.invoices,
      suspended_at timestamptz not null,
      resumed_at timestamptz check (resumed_at >= suspended_at))`);
    await q.query(
      `create unique index suspensions_one_open on billing.suspensions (tenant_id) where resumed_at is null`,
    );
    await q.query(`create function billing.suspension_kept() returns trigger language plpgsql as $$
      begin
        if old.resumed_at is not null or (to_jsonb(new) - 'resumed_at') <> (to_jsonb(old) - 'resumed_at') then
          raise exception 'billing: a suspension only ever gets its end' using errcode = '42501', constraint = 'suspensions_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before update on billing.suspensions for each row execute function billing.suspension_kept()`,
    );
    await q.query(
      `create trigger never_removed before delete or truncate on billing.suspensions for each statement execute function platform.refuse_change()`,
    );
  }

  private async writeOffs(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.write_offs (
      id uuid primary key,
      invoice_id uuid not null references billing.invoices,
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
      reason text not null check (char_length(reason) between 3 and 2000),
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text check (char_length(decision_note) <= 2000),
      check ((state = 'proposed') = (decided_at is null)),
      constraint write_offs_second_person check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)))`);
    await q.query(
      `create unique index write_offs_one on billing.write_offs (invoice_id) where state in ('proposed', 'approved')`,
    );
    await q.query(`create function billing.write_off_moves() returns trigger language plpgsql as $$
      declare decision text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'];
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'proposed' then
            raise exception 'billing: a write-off starts as a proposal' using errcode = '23514', constraint = 'write_offs_proposed_first';
          end if;
        elsif old.state <> 'proposed' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
          raise exception 'billing: a write-off is decided once' using errcode = '42501', constraint = 'write_offs_pinned';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before insert or update on billing.write_offs for each row execute function billing.write_off_moves()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on billing.write_offs for each statement execute function platform.refuse_change()`,
    );
    await q.query(`create function billing.invoice_given_up() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from billing.write_offs w where w.invoice_id = new.id and w.state = 'approved') then
          raise exception 'billing: invoice % is given up by two people only', old.number using errcode = '23514', constraint = 'invoices_given_up_by_two';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger given_up before update on billing.invoices for each row
      when (new.state = 'uncollectible' and old.state <> 'uncollectible') execute function billing.invoice_given_up()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger given_up on billing.invoices`);
    await q.query(`drop table billing.write_offs, billing.suspensions`);
    for (const name of ['invoice_given_up', 'write_off_moves', 'suspension_kept'])
      await q.query(`drop function billing.${name}()`);
    await q.query(
      `alter table billing.invoices drop column kind, drop column past_due_at, drop column suspend_at, drop column warned_at`,
    );
    await q.query(`alter table installs.tenants drop column suspended_at, drop column standing_at`);
  }
}
