/**
 * The house's import rules (ARCHITECTURE.md, "Levels"). test/arch plants a violation of each and counts the modules
 * checked.
 */
const LEVELS = require('./scripts/check/levels.cjs');

const SPEC = '\\.(spec|int-spec|e2e-spec|arch-spec)\\.tsx?$|^(apps|libs)/[^/]+/test/|/testing/';
/** Rules without I/O: of a lib, and of one of its features. */
const DOMAIN = ['^libs/[^/]+/src/domain/', '^libs/[^/]+/src/[^/]+/domain/', '^libs/[^/]+/src/[^/]+/[^/]+/domain/'];
/** Parts of a page that pages of other features show: apps/web/README.md. Everything else of a feature is its own. */
const PAGE_PARTS = [
  'authors/applications/application-status',
  'authors/offboarding/close-account',
  'billing/collection/(host-payment|write-off-tenant)',
  'billing/invoicing/running-bill',
  'billing/refunds/invoice-adjustments',
  'billing/summaries/billing-summaries',
  'identity/api-tokens/(api-tokens|host-tokens|team-tokens)',
  'identity/recovery/shared-tokens',
  'installs/compliance/(lapses|subprocessor-notices)',
  'installs/history/(drive-events|history)',
  'installs/upgrades/upgrade-(policy|prompt)',
  'listings/appeals/listing-appeal',
  'listings/content/waiting-content',
  'listings/retirement/drive-deprecation',
  'listings/review/(checklist|exception-list|queue/evidence-decision)',
  'payouts/holds/hold-list',
  'listings/evidence/(claimed-observed|drive-evidence|subprocessor-objections)',
].map((part) => `^apps/web/src/features/${part}\\.tsx$`);
const anyOf = (names) => `^libs/(${names.join('|')})/`;

const levels = LEVELS.flatMap((names, level) => {
  const upward = LEVELS.slice(level + 1).flat();
  const rules =
    upward.length === 0
      ? []
      : [
          {
            name: `level-${level}-looks-up`,
            severity: 'error',
            comment: 'Import only downward; upward is by event.',
            from: { path: anyOf(names) },
            to: { path: anyOf(upward) },
          },
        ];
  const siblings = names
    .filter((name) => names.length > 1 && name !== 'platform')
    .map((name) => ({
      name: `level-${level}-${name}-knows-a-sibling`,
      severity: 'error',
      comment: 'Libs of one level do not know each other.',
      from: { path: anyOf([name]), pathNot: SPEC },
      to: { path: anyOf(names.filter((other) => other !== name)) },
    }));
  return [...rules, ...siblings];
});

const only = (name, packages, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: '^(apps|libs)/', pathNot: `${SPEC}|${allowed}` },
  to: { path: `node_modules/(${packages.join('|')})/`, dependencyTypesNot: ['type-only'] },
});

module.exports = {
  forbidden: [
    ...levels,
    {
      name: 'only-through-index',
      severity: 'error',
      comment: 'A lib is used through its index.ts.',
      from: { path: '^(apps|libs/([^/]+))/', pathNot: SPEC },
      to: {
        path: '^libs/([^/]+)/src/',
        pathNot:
          '^libs/([^/]+)/src/index\\.ts$|^libs/platform/src/[^/]+/index\\.ts$|^libs/contract/src/browser\\.ts$|^libs/$2/',
      },
    },
    {
      name: 'database-looks-up',
      severity: 'error',
      comment: 'What Database and Transactor are made of does not know them.',
      from: { path: '^libs/platform/src/database/(connection|entities|scope|statements|transaction)/', pathNot: SPEC },
      to: { path: '^libs/platform/src/database/([^/]+\\.ts$|clock/|schema/|start/)' },
    },
    {
      name: 'apps-are-not-imported',
      severity: 'error',
      comment: 'Apps compose libs and are imported by nobody.',
      from: { path: '^libs/', pathNot: SPEC },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: SPEC },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing uses is dead.',
      from: {
        orphan: true,
        path: '^(apps|libs)/',
        pathNot: `${SPEC}|\\.d\\.ts$|/main\\.tsx?$|migrations/|vectors/|^apps/web/public/`,
      },
      to: {},
    },
    {
      name: 'unresolved',
      severity: 'error',
      comment: 'The pages are resolved by their own builder, which fails by itself.',
      from: { pathNot: '^apps/web/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'kernel-is-pure',
      severity: 'error',
      comment: 'kernel depends on nothing.',
      from: { path: '^libs/kernel/', pathNot: SPEC },
      to: { pathNot: '^libs/kernel/' },
    },
    {
      name: 'contract-is-pure',
      severity: 'error',
      comment: 'contract depends on node:crypto, parse5 and re2js only.',
      from: { path: '^libs/contract/', pathNot: SPEC },
      to: { pathNot: '^libs/contract/|^(node:)?crypto$|node_modules/(parse5|re2js)/' },
    },
    {
      name: 'statement-proof-is-pure',
      severity: 'error',
      comment: 'Whoever checks a statement needs nothing but its file: node:crypto only.',
      from: { path: '^libs/statement-proof/', pathNot: SPEC },
      to: { pathNot: '^libs/statement-proof/|^(node:)?crypto$' },
    },
    {
      name: 'conformance-is-pure',
      severity: 'error',
      comment: 'conformance knows the contract; its transport is an argument.',
      from: { path: '^libs/conformance/', pathNot: SPEC },
      to: { pathNot: '^libs/(conformance|contract)/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'Domain rules know the pure libs and each other.',
      from: { path: DOMAIN, pathNot: SPEC },
      to: {
        pathNot: [
          ...DOMAIN,
          '^libs/[^/]+/src/errors\\.ts$',
          '^libs/(contract|kernel|statement-proof)/',
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'edges-do-not-touch-tables',
      severity: 'error',
      comment: 'Controllers and processors call use cases.',
      from: {
        path: [
          '^libs/[^/]+/src/(http|jobs)/',
          '^libs/[^/]+/src/[^/]+/http/',
          '^libs/.+\\.(controller|dto|view|processor|processors|job)\\.ts$',
        ],
        pathNot: SPEC,
      },
      to: { path: '/persistence/|\\.(repository|entity)\\.ts$' },
    },
    only('stripe-only-in-its-gateway', ['stripe'], '^libs/stripe-gateway/', 'One lib knows the SDK.'),
    only(
      'pictures-only-in-one-file',
      ['sharp'],
      '^libs/listings/src/content/pictures\\.ts$',
      'Set up once for hostile files.',
    ),
    only(
      'queues-only-in-platform',
      ['bullmq', 'ioredis'],
      '^libs/platform/|^apps/migrate/',
      'Features see event processors and jobs.',
    ),
    only(
      'typeorm-only-near-tables',
      ['typeorm'],
      '^libs/platform/|/persistence/|\\.(repository|entity)\\.ts$|^apps/migrate/',
      'Features see Tx and repositories.',
    ),
    {
      name: 'web-features-do-not-know-each-other',
      severity: 'error',
      comment:
        'What two features use lies in components/, and an area has one catalogue of texts; a part that another page shows is named in PAGE_PARTS.',
      from: {
        path: '^apps/web/src/features/(([^/]+).*)/[^/]+$',
        pathNot: `${SPEC}|^apps/web/src/features/[^/]+/routes\\.ts$`,
      },
      to: {
        path: '^apps/web/src/features/',
        pathNot: [
          '^apps/web/src/features/$1/[^/]+$',
          '^apps/web/src/features/$2/texts\\.ts$',
          '^apps/web/src/features/$2/texts/[^/]+$',
          ...PAGE_PARTS,
        ],
      },
    },
    {
      name: 'web-routes-name-their-own-pages',
      severity: 'error',
      comment: 'The routes of a feature open the pages of that feature.',
      from: { path: '^apps/web/src/features/([^/]+)/routes\\.ts$' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-shared-code-knows-no-feature',
      severity: 'error',
      comment: 'Only the router knows the features.',
      from: { path: '^apps/web/src/', pathNot: `${SPEC}|^apps/web/src/(features/|router\\.tsx$)` },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'web-shares-what-runs-in-a-browser',
      severity: 'error',
      comment: 'Pages talk to the server by HTTP; they share one entry of the contract, and its published files.',
      from: { path: '^apps/web/src/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: '^libs/contract/(src/browser\\.ts$|schemas/|vectors/)' },
    },
    {
      name: 'browser-entry-needs-no-node',
      severity: 'error',
      comment: 'What pages share with the server does without Node, of which contract-is-pure leaves node:crypto.',
      from: { path: '^libs/contract/src/browser\\.ts$' },
      to: { path: '^(node:)?crypto$', reachable: true },
    },
    {
      name: 'cli-knows-contract-and-conformance',
      severity: 'error',
      comment: 'Authors use it without this repository.',
      from: { path: '^apps/cli/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: '^libs/(contract|conformance|statement-proof)/' },
    },
    {
      name: 'reference-drive-knows-the-contract',
      severity: 'error',
      from: { path: '^apps/reference-drive/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: '^libs/contract/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test-output)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
