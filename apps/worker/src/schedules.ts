import type { Schedule } from '@portal/platform/jobs';

/** Everything that recurs, and when. Start fails when a job lacks its line here, or a line its job. */
export const SCHEDULES: readonly Schedule[] = [
  {
    job: 'identity.forget-expired',
    what: 'Deletes sessions, codes and links that have expired, and old notifications.',
    everyMs: 3_600_000,
  },
  {
    job: 'identity.remove-factors',
    what: 'Removes second factors that two admins agreed on, once the wait is over.',
    everyMs: 60_000,
  },
  { job: 'authors.end-accounts', what: 'Ends accounts of authors whose last day has come.', everyMs: 3_600_000 },
  {
    job: 'platform.forget-mail',
    what: 'Deletes mail that was sent long ago; what could not be sent stays.',
    everyMs: 3_600_000,
  },
  { job: 'platform.seal-audit', what: 'Seals new entries of the audit trail.', everyMs: 10_000 },
  {
    job: 'platform.anchor-audit',
    what: 'Writes the newest seal of the audit trail to a place outside the database.',
    everyMs: 86_400_000,
  },
  {
    job: 'platform.reseal',
    what: 'Seals with the newest key of KEYRING what an older one still seals.',
    everyMs: 600_000,
  },
  {
    job: 'secrets.remind-overlaps',
    what: 'Reminds authors whose old secret ends soon and is still used.',
    everyMs: 60_000,
  },
  {
    job: 'listings.sync-manifests',
    what: 'Reads the manifests of Drives that are due.',
    everyMs: 60_000,
    lane: 'outbound',
  },
  {
    job: 'listings.watch-subprocessors',
    what: 'Reads lists of subprocessors that are due, and notes changes nobody was told of.',
    everyMs: 60_000,
    lane: 'outbound',
  },
  { job: 'listings.count-popularity', what: 'Counts installs for the order of the catalogue.', everyMs: 300_000 },
  { job: 'listings.merge-catalogue', what: 'Takes changed listings into the search.', everyMs: 10_000 },
  {
    job: 'listings.advance-deprecations',
    what: 'Ends Drives whose sunset is due and reminds of it before.',
    everyMs: 60_000,
  },
  {
    job: 'listings.notify-due-evidence',
    what: 'Tells authors and reviewers of evidence that ends soon or has ended.',
    everyMs: 3_600_000,
  },
  {
    job: 'listings.forget-validations',
    what: 'Deletes results of the public validator after thirty days.',
    everyMs: 3_600_000,
  },
  {
    job: 'installs.close-keys-of-left',
    what: 'Ends the secrets of authors who left, once no install needs them.',
    everyMs: 3_600_000,
  },
  { job: 'installs.deliver-events', what: 'Sends events of the host to installs.', everyMs: 1_000, everyWorker: true },
  {
    job: 'installs.forget-deliveries',
    what: 'Deletes event deliveries after thirty days.',
    everyMs: 3_600_000,
  },
  { job: 'installs.poll-events', what: 'Fetches events of installs.', everyMs: 5_000, everyWorker: true },
  {
    job: 'installs.send-config-updates',
    what: 'Sends changed settings to plugins that take them.',
    everyMs: 5_000,
    everyWorker: true,
  },
  {
    job: 'installs.adopt-settings',
    what: 'Seals secrets among settings that an earlier release left in the clear.',
    everyMs: 60_000,
  },
  { job: 'installs.remind-upgrades', what: 'Reminds operators of upgrades that wait for them.', everyMs: 3_600_000 },
  {
    job: 'stripe-gateway.backfill-events',
    what: 'Fetches events that the payment provider could not deliver.',
    everyMs: 3_600_000,
    lane: 'money',
  },
  { job: 'ledger.seal-entries', what: 'Seals new ledger entries.', everyMs: 3_600_000, lane: 'money' },
  { job: 'ledger.check-seals', what: 'Compares the ledger with its seals.', cron: '45 2 * * *' },
  { job: 'billing.collect-due', what: 'Charges invoices that are due.', everyMs: 60_000, lane: 'money' },
  {
    job: 'billing.redrive-refunds',
    what: 'Goes on with refunds that were interrupted.',
    everyMs: 60_000,
    lane: 'money',
  },
  {
    job: 'payouts.redrive-attempts',
    what: 'Goes on with payouts whose answer is not known.',
    everyMs: 60_000,
    lane: 'money',
  },
  { job: 'reconciliation.reconcile', what: 'Compares the ledger with the payment provider.', cron: '15 4 * * *' },
  {
    job: 'reconciliation.watch-exceptions',
    what: 'Puts onto the worklist what waits for a person, without asking the payment provider.',
    everyMs: 60_000,
  },
  { job: 'payouts.release-holds', what: 'Releases holds whose time is over.', everyMs: 3_600_000, lane: 'money' },
  {
    job: 'payouts.sync-bank-payouts',
    what: 'Asks what became of payments to banks.',
    everyMs: 3_600_000,
    lane: 'money',
  },
  { job: 'statements.seal-due', what: 'Seals the statements of closed months.', everyMs: 300_000 },
  { job: 'statements.forget-exports', what: 'Deletes finished exports.', everyMs: 3_600_000 },
  { job: 'webhooks.send-messages', what: 'Sends webhooks to authors.', everyMs: 5_000, lane: 'outbound' },
  { job: 'webhooks.forget-messages', what: 'Deletes old webhook messages.', everyMs: 3_600_000 },
  { job: 'simulator.forget-simulations', what: 'Deletes old simulations.', everyMs: 3_600_000 },
];
