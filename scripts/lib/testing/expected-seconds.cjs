// How long a test file takes, for the order of work and the sizes of suites; wrong numbers cost idle cores, nothing else.
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..', '..', '..');

/**
 * The files of more than twelve seconds, as recorded in test-output/results.json and by Jest for a run of all tests
 * on two cores.
 */
const MEASURED = {
  'test/e2e/failpoints.e2e-spec.ts': 235,
  'test/e2e/portal-journeys.e2e-spec.ts': 191,
  'test/e2e/portal-changes.e2e-spec.ts': 163,
  'test/e2e/portal-controls.e2e-spec.ts': 120,
  'test/money/worked/worked-cases.int-spec.ts': 118,
  'test/e2e/portal-hostile.e2e-spec.ts': 117,
  'test/e2e/start.e2e-spec.ts': 101,
  'test/e2e/author-docs.e2e-spec.ts': 73,
  'libs/installs/src/unfinished/killed-around-calls.int-spec.ts': 30,
  'test/e2e/access.e2e-spec.ts': 67,
  'test/e2e/portal-lists.e2e-spec.ts': 64,
  'test/money/case-01-killed-around-the-transfer.int-spec.ts': 30,
  'test/money/suspension-by-the-worker.int-spec.ts': 60,
  'test/money/killed-around-tax-and-refund.int-spec.ts': 59,
  'test/e2e/portal-applications.e2e-spec.ts': 59,
  'libs/installs/src/unfinished/life-of-an-install.int-spec.ts': 54,
  'test/e2e/portal-host-events.e2e-spec.ts': 54,
  'test/e2e/portal-reviewers.e2e-spec.ts': 53,
  'test/e2e/portal-two-persons.e2e-spec.ts': 47,
  'libs/platform/src/platform.int-spec.ts': 44,
  'test/e2e/account.e2e-spec.ts': 44,
  'test/e2e/secret-leak.e2e-spec.ts': 41,
  'test/money/worked/exported-again.int-spec.ts': 40,
  'test/money/worked/battery.int-spec.ts': 20,
  'test/e2e/migrate-under-load.e2e-spec.ts': 37,
  'test/e2e/callers.e2e-spec.ts': 35,
  'test/e2e/processes.e2e-spec.ts': 33,
  'test/e2e/story.e2e-spec.ts': 33,
  'test/money/killed-requests.int-spec.ts': 29,
  'libs/statements/src/statements.int-spec.ts': 20,
  'libs/listings/src/validator/public-validator.int-spec.ts': 25,
  'libs/installs/src/host-events/host-events.int-spec.ts': 22,
  'test/money/case-10-money-going-back-during-a-run.int-spec.ts': 21,
  'libs/simulator/src/program/docs.int-spec.ts': 21,
  'test/e2e/portal-embed.e2e-spec.ts': 21,
  'test/e2e/redelivery.e2e-spec.ts': 21,
  'test/money/case-26-backup-restored-around-a-payout-run.int-spec.ts': 19,
  'libs/installs/src/settings/settings.int-spec.ts': 19,
  'libs/platform/src/jobs/worker-liveness.int-spec.ts': 19,
  'test/money/every-answer-to-a-transfer.int-spec.ts': 18,
  'apps/reference-drive/src/switches.int-spec.ts': 18,
  'test/money/case-06-rate-limit-storm.int-spec.ts': 17,
  'test/money/earnings-before-the-run.int-spec.ts': 17,
  'libs/listings/src/appeals/appeals.int-spec.ts': 16,
  'libs/installs/src/tenants/subprocessors.int-spec.ts': 16,
  'libs/installs/src/upgrades/moved-origin.int-spec.ts': 15,
  'libs/listings/src/validator/fair-queue.int-spec.ts': 14,
  'test/money/lists-as-files.int-spec.ts': 14,
  'test/money/worked/lived-and-simulated.int-spec.ts': 14,
  'test/money/statements-under-attack.int-spec.ts': 14,
  'test/e2e/redis.e2e-spec.ts': 14,
  'libs/installs/src/polling/reading.int-spec.ts': 13,
  'libs/platform/src/jobs/threads/thread-pool.int-spec.ts': 13,
};
/** Default of all others: small files are short. */
const BYTES_PER_SECOND = 4_000;

/** Seconds that a test file is expected to take; `file` is relative to the checkout, with slashes. */
exports.expectedSeconds = (file) => MEASURED[file] ?? fs.statSync(path.join(root, file)).size / BYTES_PER_SECOND;

exports.measuredFiles = Object.keys(MEASURED);
