import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the host charges and for whom: proposed by one person of finance, in force by the word of another. */
export class ListingsCommercial1763700002110 implements MigrationInterface {
  name = 'ListingsCommercial1763700002110';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.commercial_changes (
      id uuid primary key,
      kind text not null check (kind in ('tier_price', 'agreed_price', 'billing_model', 'host_plan')),
      tier text check (tier in ('starter', 'standard', 'pro', 'premium', 'flagship')),
      audience text check (audience in ('open_market', 'host_network')),
      drive_id uuid,
      venture_id uuid,
      currency text check (currency ~ '^[a-z]{3}$'),
      amount_minor bigint check (amount_minor between 1 and 1000000000000),
      model text check (model in ('platform', 'author_billing', 'first_party')),
      plan text check (char_length(plan) between 1 and 100),
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
      valid_from timestamptz not null,
      effective_from timestamptz,
      reason text not null check (char_length(reason) between 3 and 2000),
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text check (char_length(decision_note) <= 2000),
      constraint commercial_changes_shape check (case kind
        when 'tier_price' then num_nonnulls(tier, audience, currency) = 3 and num_nonnulls(drive_id, venture_id, model, plan) = 0
        when 'agreed_price' then num_nonnulls(drive_id, venture_id, currency, amount_minor) = 4 and num_nonnulls(tier, audience, model, plan) = 0
        when 'billing_model' then num_nonnulls(drive_id, model) = 2 and num_nonnulls(tier, audience, venture_id, amount_minor, plan) = 0
          and (model = 'author_billing') = (currency is not null)
        else num_nonnulls(drive_id, plan) = 2 and num_nonnulls(tier, audience, venture_id, currency, amount_minor, model) = 0 end),
      check ((state = 'proposed') = (decided_at is null)),
      check ((state = 'approved') = (effective_from is not null)),
      constraint commercial_changes_second_person check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)))`);
    await q.query(
      `create index commercial_changes_drive on listings.commercial_changes (drive_id, kind, effective_from desc) where state = 'approved'`,
    );
    await q.query(`create unique index commercial_changes_one_proposal on listings.commercial_changes
      (kind, tier, audience, currency, drive_id, venture_id) nulls not distinct where state = 'proposed'`);
    await this.triggers(q);
    await this.prices(q);
    await this.plans(q);
  }

  private async triggers(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.commercial_proposed() returns trigger language plpgsql as $$
      begin
        if new.state <> 'proposed' then
          raise exception 'a commercial change starts as a proposal' using errcode = '23514', constraint = 'commercial_changes_proposed_first';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger proposed before insert on listings.commercial_changes for each row execute function listings.commercial_proposed()`,
    );
    // It takes effect when it is approved or later, never before: what was billed stays as it was.
    await q.query(`create function listings.commercial_decided() returns trigger language plpgsql as $$
      declare decision text[] := array['state', 'effective_from', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'];
      begin
        if old.state <> 'proposed' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
          raise exception 'a commercial change is superseded, never changed' using errcode = '42501', constraint = 'commercial_changes_pinned';
        end if;
        if new.state = 'approved' then
          -- Who bills changes with the approval itself, because running segments change at that instant.
          new.effective_from := case new.kind when 'billing_model' then platform.portal_now() else greatest(new.valid_from, platform.portal_now()) end;
          if exists (select 1 from listings.commercial_changes c where c.state = 'approved' and c.kind = new.kind and c.effective_from >= new.effective_from
              and (c.tier, c.audience, c.drive_id, c.venture_id) is not distinct from (new.tier, new.audience, new.drive_id, new.venture_id)
              and (new.kind = 'billing_model' or c.currency is not distinct from new.currency)) then
            raise exception 'a later change is approved already' using errcode = '23514', constraint = 'commercial_changes_in_order';
          end if;
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger decided before update on listings.commercial_changes for each row execute function listings.commercial_decided()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on listings.commercial_changes for each statement execute function platform.refuse_change()`,
    );
  }

  /** An approved price becomes a row of the list under the id of its change; no other row gets in. */
  private async prices(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.price_approved() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from listings.commercial_changes c where c.id = new.id and c.kind = 'tier_price' and c.state = 'approved'
            and (c.tier, c.currency, c.audience, c.amount_minor, c.effective_from) = (new.tier, new.currency, new.audience, new.amount_minor, new.valid_from)) then
          raise exception 'a price needs two people' using errcode = '23514', constraint = 'prices_approved';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger approved before insert on listings.prices for each row execute function listings.price_approved()`,
    );
    await q.query(`create function listings.price_takes_effect() returns trigger language plpgsql as $$
      begin
        update listings.prices set valid_to = new.effective_from
          where tier = new.tier and currency = new.currency and audience = new.audience and valid_to is null;
        if new.amount_minor is not null then
          insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from)
            values (new.id, new.tier, new.currency, new.audience, new.amount_minor, new.effective_from);
        end if;
        return null;
      end $$`);
    await q.query(`create trigger price_takes_effect after update on listings.commercial_changes for each row
      when (new.kind = 'tier_price' and new.state = 'approved') execute function listings.price_takes_effect()`);
  }

  /** What a published manifest's own plans cost, kept under ids that bills can name. */
  private async plans(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.plan_prices (
      id uuid primary key default gen_random_uuid(),
      revision_id uuid not null references listings.revisions,
      plan text not null,
      currency text not null check (currency ~ '^[a-z]{3}$'),
      amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
      created_at timestamptz not null default platform.portal_now(),
      constraint plan_prices_once unique (revision_id, plan))`);
    await q.query(
      `create trigger append_only before update or delete or truncate on listings.plan_prices for each statement execute function platform.refuse_change()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger approved on listings.prices`);
    await q.query(`drop table listings.plan_prices, listings.commercial_changes`);
    for (const name of ['commercial_proposed', 'commercial_decided', 'price_approved', 'price_takes_effect'])
      await q.query(`drop function listings.${name}()`);
  }
}
