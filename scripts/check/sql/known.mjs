// Known exceptions of the check of the SQL texts, each with the reason.

/** Columns that can be null in their table and never are in these rows: the reason, by file and problem. */
export const NULL_KEPT_OUT = {
  'libs/authors/src/applications/check-applied-manifest.ts column "submitted_at" can be null':
    'constraint applications_submitted: the states asked for',
  'libs/authors/src/applications/read/reviewed-applications.ts column "submitted_at" can be null':
    'constraint applications_submitted: the states of the queue',
  'libs/authors/src/organizations/organizations.service.ts column "member_role" can be null':
    'constraint role_grants_with_member: the role author',
  'libs/billing/src/adjustments/adjustments.repository.ts column "payment_intent_id" can be null':
    'a charge that succeeded was made by its payment intent',
  'libs/identity/src/people/grants.repository.ts column "member_role" can be null':
    'constraint role_grants_with_member: the role author',
  'libs/listings/src/pricing/author-billed.ts column "currency" can be null':
    'constraint commercial_changes_shape: the model author_billing',
  'libs/listings/src/pricing/commercial-terms.ts column "amount_minor" can be null':
    'constraint commercial_changes_shape: the kind agreed_price',
  'libs/listings/src/validator/validations.ts column "result" can be null':
    'constraint validations_verdict: read of a verdict only',
};

/** Calls whose text is known at run time only, by file: how many and why. */
export const TEXT_OF_A_RUN = {
  'apps/migrate/src/apply-rights.ts': { calls: 6, why: 'policies and rights of db/, by the tables that differ' },
  'apps/migrate/src/install-schema.ts': { calls: 5, why: 'the files of db/' },
  'apps/migrate/src/lock-attempts.ts': { calls: 2, why: 'passes on the statements of migrations' },
  'apps/migrate/src/run-migrations.ts': { calls: 1, why: 'names of invalid indexes' },
  'apps/migrate/src/migrate.ts': { calls: 1, why: 'the files of db/' },
  'libs/billing/src/invoicing/book-invoices.ts': { calls: 2, why: 'temporary tables of ledger.stage()' },
  'libs/ledger/src/persistence/ledger.repository.ts': { calls: 1, why: 'a temporary table of its transaction' },
  'libs/ledger/src/read/list-entries.ts': { calls: 1, why: '512 texts are checked, there are more ways to filter' },
  'libs/listings/src/catalogue/catalogue.ts': { calls: 2, why: 'put together by the facets and words of a search' },
  'libs/platform/src/crypto/sealed-store.ts': {
    calls: 3,
    why: 'the column that a store names; test/arch/sealed-columns',
  },
  'libs/platform/src/health/product-gauges.ts': { calls: 1, why: 'the gauges, each of which is checked' },
  'libs/platform/src/health/read/doctor.ts': { calls: 1, why: 'one of the gauges, each of which is checked' },
  'libs/platform/src/retention/purge-old.ts': { calls: 1, why: 'the rules, each of which a test runs' },
  'libs/platform/src/http/limits/rate-limits.ts': { calls: 2, why: 'texts of rate-limiter-flexible' },
};
