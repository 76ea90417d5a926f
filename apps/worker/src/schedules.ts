import type { Schedule } from '@portal/platform/jobs';

/** Everything that recurs, and when. Start fails when a job lacks its line here, or a line its job. */
export const SCHEDULES: readonly Schedule[] = [
  { job: 'identity.notify-daily', what: 'Mails the notifications of a day in one mail.', everyMs: 3_600_000 },
  { job: 'authors.end-accounts', what: 'Closes author accounts on their last day.', everyMs: 3_600_000 },
  {
    job: 'platform.purge-old',
    what: 'Deletes what has expired or is no longer kept, by table.',
    everyMs: 3_600_000,
  },
  {
    job: 'worker.record-status',
    what: 'Records which parts of the portal work, for the public page of the status.',
    everyMs: 60_000,
  },
  { job: 'platform.seal-audit', what: 'Seals new entries of the audit trail.', everyMs: 10_000 },
  {
    job: 'platform.anchor-audit',
    what: 'Writes the latest seal of the audit trail to a place outside the database.',
    everyMs: 86_400_000,
  },
  {
    job: 'platform.reseal',
    what: 'Encrypts values again that are still encrypted with an older key of KEYRING.',
    everyMs: 600_000,
  },
  {
    job: 'secrets.remind-overlaps',
    what: 'Reminds authors whose old secret expires soon but is still in use.',
    everyMs: 60_000,
  },
  {
    job: 'listings.sync-manifests',
    what: 'Reads the manifests of Drives that are due.',
    everyMs: 15_000,
    everyWorker: true,
  },
  {
    job: 'listings.watch-subprocessors',
    what: 'Reads lists of subprocessors that are due, and records unannounced changes.',
    everyMs: 60_000,
    queue: 'outbound',
  },
  { job: 'listings.count-popularity', what: 'Counts installs to rank the catalogue.', everyMs: 300_000 },
  {
    job: 'listings.advance-deprecations',
    what: 'Retires Drives on their announced date and sends reminders before it.',
    everyMs: 60_000,
  },
  {
    job: 'listings.notify-due-evidence',
    what: 'Notifies authors and reviewers about evidence that expires soon or has expired.',
    everyMs: 60_000,
  },
  {
    job: 'listings.watch-review-exceptions',
    what: 'Sorts cases of the review queue again when an exception ends.',
    everyMs: 600_000,
  },
  {
    job: 'listings.notify-sunsets',
    what: 'Notifies authors whose Drives declare a contract version that ends.',
    everyMs: 3_600_000,
  },
  {
    job: 'installs.close-keys-of-left',
    what: 'Revokes the secrets of authors who left, once no install needs them.',
    everyMs: 3_600_000,
  },
  { job: 'installs.deliver-events', what: 'Sends events of the host to installs.', everyMs: 1_000, everyWorker: true },
  {
    job: 'installs.purge-events',
    what: 'Deletes events of plugins that are older than events are kept (`EVENTS_KEPT_DAYS`).',
    everyMs: 3_600_000,
  },
  {
    job: 'installs.poll-events',
    what: 'Reads events, metrics, health and billing of installs.',
    everyMs: 5_000,
    everyWorker: true,
  },
  {
    job: 'installs.poll-slow-drives',
    what: 'Reads the same from Drives that are slow or not responding.',
    everyMs: 5_000,
    everyWorker: true,
  },
  {
    job: 'installs.roll-up-history',
    what: 'Takes what was read of installs into minutes, hours and days, and deletes what is old.',
    everyMs: 60_000,
  },
  {
    job: 'installs.send-config-updates',
    what: 'Sends changed settings to plugins that accept them.',
    everyMs: 5_000,
    everyWorker: true,
  },
  {
    job: 'installs.make-due-calls',
    what: 'Retries installs and removals that plugins have not confirmed.',
    everyMs: 5_000,
    everyWorker: true,
  },
  {
    job: 'installs.watch-compliance',
    what: 'Records installs that no longer meet a requirement, pauses or removes them when due, and notifies about agreements that expire.',
    everyMs: 60_000,
  },
  {
    job: 'installs.remind-upgrades',
    what: 'Reminds operators of upgrades waiting for their answer.',
    everyMs: 3_600_000,
  },
  {
    job: 'stripe-gateway.backfill-events',
    what: 'Fetches events that the payment provider could not deliver, and the currencies in which it settles.',
    everyMs: 3_600_000,
    queue: 'money',
  },
  { job: 'ledger.seal-entries', what: 'Seals new ledger entries.', everyMs: 3_600_000, queue: 'money' },
  { job: 'ledger.check-seals', what: 'Compares the ledger with its seals.', cron: '45 2 * * *' },
  { job: 'billing.collect-due', what: 'Charges invoices that are due.', everyMs: 60_000, queue: 'money' },
  { job: 'billing.check-vat-ids', what: 'Asks VIES about VAT ids that are due.', everyMs: 60_000, queue: 'outbound' },
  {
    job: 'billing.redrive-refunds',
    what: 'Resumes interrupted refunds.',
    everyMs: 60_000,
    queue: 'money',
  },
  {
    job: 'payouts.redrive-attempts',
    what: 'Resumes payouts with an unknown outcome.',
    everyMs: 60_000,
    queue: 'money',
  },
  { job: 'reconciliation.reconcile', what: 'Compares the ledger with the payment provider.', cron: '15 4 * * *' },
  {
    job: 'reconciliation.watch-exceptions',
    what: 'Adds items that need a person to the exceptions, without calling the payment provider.',
    everyMs: 60_000,
  },
  { job: 'payouts.release-holds', what: 'Ends and releases holds.', everyMs: 3_600_000, queue: 'money' },
  {
    job: 'payouts.sync-bank-payouts',
    what: 'Checks the status of payouts to banks.',
    everyMs: 300_000,
    queue: 'money',
  },
  { job: 'statements.seal-due', what: 'Seals the statements of closed months.', everyMs: 300_000 },
  { job: 'webhooks.send-messages', what: 'Sends webhooks to authors.', everyMs: 5_000, queue: 'outbound' },
];
