import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days at the beginning of an install that cost nothing: a policy of finance, pinned with the price of the install. */
export class InstallsTrials1763700003500 implements MigrationInterface {
  name = 'InstallsTrials1763700003500';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table installs.installs add column trial_days int not null default 0 check (trial_days between 0 and 365)`,
    );
    // One trial per tenant and Drive, whatever the venture. One that never began is not used up.
    await q.query(`create unique index installs_one_trial on installs.installs (tenant_id, drive_id)
      where trial_days > 0 and not (activated_at is null and state in ('failed', 'revoked'))`);
    await q.query(`create function installs.trial_pinned() returns trigger language plpgsql as $$
      begin
        raise exception 'installs: the trial of an install is never changed' using errcode = '42501', constraint = 'installs_trial_pinned';
      end $$`);
    await q.query(`create trigger trial_pinned before update of trial_days on installs.installs
      for each row when (new.trial_days is distinct from old.trial_days) execute function installs.trial_pinned()`);
    await q.query(`alter table billing.policies drop constraint policies_key_check`);
    await q.query(`alter table billing.policies add constraint policies_key_check check (key in ('proration_unit', 'author_share', 'payment_retry',
      'invoice_timing', 'tax', 'small_balance', 'dispute_fee_bearer', 'payout_minimum', 'payout_approvals', 'payout_account_cooldown_days',
      'reserve_rule', 'negative_balance_months', 'listing_fee', 'listing_fee_collection', 'price_source', 'trial_days'))`);
    await q.query(`alter table billing.policies disable trigger proposed`);
    await q.query(
      `insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at)
       values ('01940000-0000-7000-8000-000000003500', 'trial_days', 1, '0', 'approved', '2000-01-01T00:00:00Z', 'Built in',
         'Drive Portal', 'Drive Portal', platform.portal_now())`,
    );
    await q.query(`alter table billing.policies enable trigger proposed`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger trial_pinned on installs.installs`);
    await q.query(`drop function installs.trial_pinned()`);
    await q.query(`alter table installs.installs drop column trial_days`);
  }
}
