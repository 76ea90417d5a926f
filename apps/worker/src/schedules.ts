import type { Schedule } from '@portal/platform';

/** Everything that recurs, and when. Start fails when a job lacks its line here, or a line its job. */
export const SCHEDULES: readonly Schedule[] = [
  { job: 'identity.forget-expired', everyMs: 3_600_000 },
  { job: 'platform.seal-audit', everyMs: 10_000 },
  { job: 'platform.anchor-audit', everyMs: 86_400_000 },
  { job: 'secrets.remind-overlaps', everyMs: 60_000 },
  { job: 'listings.sync-manifests', everyMs: 60_000 },
  { job: 'listings.count-popularity', everyMs: 300_000 },
  { job: 'listings.merge-catalogue', everyMs: 10_000 },
  { job: 'listings.follow-sunsets', everyMs: 60_000 },
  { job: 'listings.forget-validations', everyMs: 3_600_000 },
  { job: 'installs.poll-events', everyMs: 30_000 },
  { job: 'stripe-gateway.backfill-events', everyMs: 3_600_000 },
  { job: 'ledger.seal-entries', everyMs: 3_600_000 },
  { job: 'billing.collect-due', everyMs: 60_000 },
  { job: 'billing.redrive-refunds', everyMs: 60_000 },
  { job: 'payouts.redrive-attempts', everyMs: 60_000 },
  { job: 'reconciliation.reconcile', cron: '15 4 * * *' },
  { job: 'payouts.release-holds', everyMs: 3_600_000 },
  { job: 'payouts.follow-bank', everyMs: 21_600_000 },
  { job: 'statements.seal-due', everyMs: 300_000 },
  { job: 'statements.forget-exports', everyMs: 3_600_000 },
  { job: 'webhooks.send-messages', everyMs: 5_000 },
  { job: 'webhooks.forget-messages', everyMs: 3_600_000 },
  { job: 'simulator.forget-simulations', everyMs: 3_600_000 },
];
