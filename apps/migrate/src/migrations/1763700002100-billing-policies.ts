import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What holds until finance decides otherwise; libs/billing/src/domain/policy.ts says the same, and a test compares. */
const BUILT_IN = {
  proration_unit: 'seconds',
  author_share: { basis_points: 7000, base: 'gross', rounding: 'running' },
  payment_retry: { after_days: [1, 3, 7, 14, 21, 28], grace_days: 7 },
  invoice_timing: 'arrears',
  tax: { provider: 'none', table: [] },
  small_balance: 'carry',
  dispute_fee_bearer: 'platform',
  payout_minimum: {
    by_currency: {
      usd: '2500',
      eur: '2500',
      gbp: '2500',
      chf: '2500',
      cad: '2500',
      jpy: '3000',
      huf: '1000000',
      kwd: '8000',
    },
    by_country: {},
  },
  payout_approvals: 1,
  payout_account_cooldown_days: 7,
  reserve_rule: { basis_points: 0, months: 3, above_dispute_basis_points: null },
  negative_balance_months: 3,
  listing_fee: {},
  price_source: 'tier',
};

/** The rules of money as rows: proposed by one person, approved by another, superseded and never changed. */
export class BillingPolicies1763700002100 implements MigrationInterface {
  name = 'BillingPolicies1763700002100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.policies (
      id uuid primary key,
      key text not null check (key in (${Object.keys(BUILT_IN)
        .map((key) => `'${key}'`)
        .join(', ')})),
      version int not null check (version > 0),
      value jsonb not null,
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
      valid_from timestamptz not null,
      reason text not null check (char_length(reason) between 3 and 2000),
      proposed_by uuid,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text check (char_length(decision_note) <= 2000),
      constraint policies_numbered unique (key, version),
      check ((state = 'proposed') = (decided_at is null)),
      check (state = 'proposed' or decided_by_name is not null),
      constraint policies_second_person check (state <> 'approved' or proposed_by is null or (decided_by is not null and decided_by <> proposed_by)))`);
    await q.query(`create unique index policies_one_proposal on billing.policies (key) where state = 'proposed'`);
    // One version begins at an instant and holds until the next one begins: versions cannot overlap.
    await q.query(
      `create unique index policies_one_beginning on billing.policies (key, valid_from) where state = 'approved'`,
    );
    for (const [n, [key, value]] of Object.entries(BUILT_IN).entries())
      await q.query(
        `insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at)
         values ($1, $2, 1, $3::jsonb, 'approved', '2000-01-01T00:00:00Z', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now())`,
        [`01940000-0000-7000-8000-0000000021${String(n).padStart(2, '0')}`, key, JSON.stringify(value)],
      );
    await this.proposals(q);
    await this.decisions(q);
    await this.shares(q);
    await q.query(
      `create trigger kept before delete or truncate on billing.policies for each statement execute function platform.refuse_change()`,
    );
  }

  private async proposals(q: QueryRunner): Promise<void> {
    await q.query(`create function billing.policy_proposed() returns trigger language plpgsql as $$
      begin
        if new.state <> 'proposed' or new.proposed_by is null then
          raise exception 'billing: a policy starts as somebody''s proposal' using errcode = '23514', constraint = 'policies_proposed_first';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger proposed before insert on billing.policies for each row execute function billing.policy_proposed()`,
    );
  }

  private async decisions(q: QueryRunner): Promise<void> {
    await q.query(`create function billing.policy_decided() returns trigger language plpgsql as $$
      begin
        if old.state <> 'proposed' or (to_jsonb(new) - array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'])
             <> (to_jsonb(old) - array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note']) then
          raise exception 'billing: a policy is superseded, never changed' using errcode = '42501', constraint = 'policies_pinned';
        end if;
        if new.state = 'approved' then
          -- Approvals of one key come one after the other, and after the months that were begun to be closed.
          perform 1 from billing.policies where key = new.key and version = 1 for update;
          if exists (select 1 from billing.policies p where p.key = new.key and p.state = 'approved' and p.valid_from >= new.valid_from) then
            raise exception 'billing: % has a version that begins later', new.key using errcode = '23514', constraint = 'policies_in_order';
          end if;
          if exists (select 1 from billing.periods p where p.state <> 'open' and billing.month_end(p.month) > new.valid_from) then
            raise exception 'billing: % would change a closed month', new.key using errcode = '23514', constraint = 'policies_open_months';
          end if;
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger decided before update on billing.policies for each row execute function billing.policy_decided()`,
    );
  }

  /** The split is pinned on segments by its own table, which follows the policy. */
  private async shares(q: QueryRunner): Promise<void> {
    await q.query(`create function billing.policy_share() returns trigger language plpgsql as $$
      begin
        update billing.split_rules set valid_to = new.valid_from where valid_to is null;
        insert into billing.split_rules (author_bps, base, rounding, valid_from)
          values ((new.value->>'basis_points')::int, new.value->>'base', new.value->>'rounding' || '_half_up', new.valid_from);
        return null;
      end $$`);
    await q.query(`create trigger share_follows after update on billing.policies for each row
      when (new.key = 'author_share' and new.state = 'approved') execute function billing.policy_share()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table billing.policies`);
    for (const name of ['proposed', 'decided', 'share']) await q.query(`drop function billing.policy_${name}()`);
  }
}
