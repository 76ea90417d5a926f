import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { Loading } from './components/feedback/states.js';
import { parseSearch, stringifySearch } from './lib/url-state.js';
import type { Search } from './lib/url-state.js';
import { ErrorPage, NotFoundPage } from './shell/error-pages.js';
import { sharedPages } from './shell/area.js';
import { requireArea, requireAuthor, requireSignIn } from './shell/guard.js';
import type { RouterContext } from './shell/guard.js';
import { Shell } from './shell/shell.js';

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: () => <NotFoundPage />,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

// Pathless parents: every page below one has passed its guard.
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSignIn });
const author = createRoute({ getParentRoute: () => root, id: 'author-area', beforeLoad: requireArea('author') });
const approved = createRoute({ getParentRoute: () => root, id: 'approved-author', beforeLoad: requireAuthor });
const review = createRoute({ getParentRoute: () => root, id: 'review-area', beforeLoad: requireArea('review') });
const finance = createRoute({ getParentRoute: () => root, id: 'finance-area', beforeLoad: requireArea('finance') });
const plugins = createRoute({ getParentRoute: () => root, id: 'plugins-area', beforeLoad: requireArea('plugins') });
const admin = createRoute({ getParentRoute: () => root, id: 'admin-area', beforeLoad: requireArea('admin') });
const audit = createRoute({
  getParentRoute: () => root,
  id: 'audit-readers',
  beforeLoad: requireArea(...sharedPages['/audit']),
});
const liveDrives = createRoute({
  getParentRoute: () => root,
  id: 'live-drives',
  beforeLoad: requireArea(...sharedPages['/review/drives']),
});

const publicPages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./features/home/landing.page.js'), 'LandingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./features/identity/sign-in/sign-in.page.js'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./features/identity/sign-in/sign-up.page.js'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-email',
    component: lazyRouteComponent(
      () => import('./features/identity/sign-in/confirm-email.page.js'),
      'ConfirmEmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('./features/identity/recovery/forgot-password.page.js'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('./features/identity/recovery/reset-password.page.js'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statistics',
    component: lazyRouteComponent(() => import('./features/listings/review/statistics.page.js'), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/validate',
    component: lazyRouteComponent(() => import('./features/listings/validator/validate.page.js'), 'ValidatePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/validations/$id',
    component: lazyRouteComponent(() => import('./features/listings/validator/validation.page.js'), 'ValidationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/$token',
    component: lazyRouteComponent(
      () => import('./features/listings/submissions/shared-report.page.js'),
      'SharedReportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statement-roots',
    component: lazyRouteComponent(() => import('./features/statements/statement-roots.page.js'), 'StatementRootsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalogue',
    component: lazyRouteComponent(
      () => import('./features/listings/catalogue/public-catalogue.page.js'),
      'PublicCataloguePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalogue/$slug',
    component: lazyRouteComponent(
      () => import('./features/listings/catalogue/public-plugin.page.js'),
      'PublicEntryPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs',
    component: lazyRouteComponent(() => import('./features/docs/quickstart.page.js'), 'QuickstartPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/signing',
    component: lazyRouteComponent(() => import('./features/docs/signing.page.js'), 'SigningPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/checks',
    component: lazyRouteComponent(() => import('./features/docs/checks.page.js'), 'ChecksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/contract',
    component: lazyRouteComponent(() => import('./features/docs/contract.page.js'), 'ContractPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/fields',
    component: lazyRouteComponent(() => import('./features/docs/fields.page.js'), 'FieldsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/errors',
    component: lazyRouteComponent(() => import('./features/docs/errors.page.js'), 'ErrorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/simulator',
    component: lazyRouteComponent(() => import('./features/docs/simulator.page.js'), 'SimulatorDocsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/vectors',
    component: lazyRouteComponent(() => import('./features/docs/vectors.page.js'), 'VectorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/api',
    component: lazyRouteComponent(() => import('./features/docs/api.page.js'), 'ApiPage'),
  }),
] as const;

const signedInPages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invitation',
    component: lazyRouteComponent(
      () => import('./features/authors/organizations/invitation.page.js'),
      'InvitationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/account',
    component: lazyRouteComponent(() => import('./features/identity/account/account.page.js'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/notifications',
    component: lazyRouteComponent(
      () => import('./features/identity/notifications/notifications.page.js'),
      'NotificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/apply',
    component: lazyRouteComponent(() => import('./features/authors/applications/apply.page.js'), 'ApplyPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/author/application',
    component: lazyRouteComponent(
      () => import('./features/authors/applications/application.page.js'),
      'ApplicationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('./features/platform/sandbox.page.js'), 'SandboxPage'),
  }),
] as const;

const applicantPages = [
  createRoute({
    getParentRoute: () => author,
    path: '/author',
    component: lazyRouteComponent(() => import('./features/home/author-home.page.js'), 'AuthorHome'),
  }),
  createRoute({
    getParentRoute: () => author,
    path: '/author/agreement',
    component: lazyRouteComponent(() => import('./features/authors/agreements/agreement.page.js'), 'AgreementPage'),
  }),
] as const;

const authorPages = [
  createRoute({
    getParentRoute: () => approved,
    path: '/author/team',
    component: lazyRouteComponent(() => import('./features/authors/organizations/team.page.js'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/secrets',
    component: lazyRouteComponent(() => import('./features/authors/keys/secrets.page.js'), 'SecretsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives',
    component: lazyRouteComponent(() => import('./features/listings/listing/drives.page.js'), 'DrivesPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/new',
    component: lazyRouteComponent(() => import('./features/listings/listing/drive-new.page.js'), 'DriveNewPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/$id',
    component: lazyRouteComponent(() => import('./features/listings/listing/drive.page.js'), 'DrivePage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/$id/installs',
    component: lazyRouteComponent(
      () => import('./features/installs/install/drive-installs.page.js'),
      'DriveInstallsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/submissions/$id',
    component: lazyRouteComponent(() => import('./features/listings/submissions/submission.page.js'), 'SubmissionPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/earnings',
    component: lazyRouteComponent(() => import('./features/statements/earnings.page.js'), 'EarningsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/simulator',
    component: lazyRouteComponent(() => import('./features/simulator/author-simulator.page.js'), 'AuthorSimulatorPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payouts',
    component: lazyRouteComponent(() => import('./features/statements/payouts.page.js'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payouts/$id',
    component: lazyRouteComponent(() => import('./features/statements/payout.page.js'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/tax-profile',
    component: lazyRouteComponent(() => import('./features/statements/tax-profile.page.js'), 'TaxProfilePage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/webhooks',
    component: lazyRouteComponent(() => import('./features/webhooks/webhooks.page.js'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/webhooks/$id',
    component: lazyRouteComponent(() => import('./features/webhooks/webhook.page.js'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payout-account',
    component: lazyRouteComponent(
      () => import('./features/payouts/accounts/payout-account.page.js'),
      'PayoutAccountPage',
    ),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/listing-fees',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/listing-fees.page.js'), 'ListingFeesPage'),
  }),
] as const;

const reviewPages = [
  createRoute({
    getParentRoute: () => review,
    path: '/review',
    component: lazyRouteComponent(() => import('./features/listings/review/queue/queue.page.js'), 'QueuePage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/exceptions',
    component: lazyRouteComponent(() => import('./features/listings/review/exceptions.page.js'), 'ExceptionsPage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/suspensions',
    component: lazyRouteComponent(
      () => import('./features/authors/offboarding/suspensions.page.js'),
      'SuspensionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/applications/$id',
    component: lazyRouteComponent(
      () => import('./features/authors/applications/review-application.page.js'),
      'ReviewApplicationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/submissions/$id',
    component: lazyRouteComponent(
      () => import('./features/listings/review/review-submission.page.js'),
      'ReviewSubmissionPage',
    ),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/appeals/$id',
    component: lazyRouteComponent(
      () => import('./features/listings/appeals/review-appeal.page.js'),
      'ReviewAppealPage',
    ),
  }),
] as const;

const financePages = [
  createRoute({
    getParentRoute: () => finance,
    path: '/finance',
    component: lazyRouteComponent(() => import('./features/home/finance-home.page.js'), 'FinanceHome'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/periods',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/periods.page.js'), 'PeriodsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/periods/$month',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/period.page.js'), 'PeriodPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/invoices',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/invoices.page.js'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/invoices/$id',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/invoice.page.js'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/refunds',
    component: lazyRouteComponent(() => import('./features/billing/refunds/refunds.page.js'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/refunds/$id',
    component: lazyRouteComponent(() => import('./features/billing/refunds/refund.page.js'), 'RefundPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/credit-notes',
    component: lazyRouteComponent(() => import('./features/billing/refunds/credit-notes.page.js'), 'CreditNotesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/disputes',
    component: lazyRouteComponent(() => import('./features/billing/disputes/disputes.page.js'), 'DisputesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/disputes/$id',
    component: lazyRouteComponent(() => import('./features/billing/disputes/dispute.page.js'), 'DisputePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/runs',
    component: lazyRouteComponent(() => import('./features/payouts/runs/runs.page.js'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/runs/$id',
    component: lazyRouteComponent(() => import('./features/payouts/runs/run.page.js'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/authors/$id',
    component: lazyRouteComponent(
      () => import('./features/payouts/accounts/finance-author.page.js'),
      'FinanceAuthorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/holds',
    component: lazyRouteComponent(() => import('./features/payouts/holds/holds.page.js'), 'HoldsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/statements',
    component: lazyRouteComponent(() => import('./features/statements/statements.page.js'), 'StatementsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/statements/$id',
    component: lazyRouteComponent(() => import('./features/statements/statement.page.js'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exports',
    component: lazyRouteComponent(() => import('./features/statements/exports.page.js'), 'ExportsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/ledger',
    component: lazyRouteComponent(() => import('./features/ledger/ledger.page.js'), 'LedgerPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/ledger/sources/$type/$id',
    component: lazyRouteComponent(() => import('./features/ledger/ledger-source.page.js'), 'LedgerSourcePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exceptions',
    component: lazyRouteComponent(() => import('./features/reconciliation/money-exceptions.page.js'), 'ExceptionsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exceptions/$id',
    component: lazyRouteComponent(() => import('./features/reconciliation/money-exception.page.js'), 'ExceptionPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/simulator',
    component: lazyRouteComponent(
      () => import('./features/simulator/finance-simulator.page.js'),
      'FinanceSimulatorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/policies',
    component: lazyRouteComponent(() => import('./features/billing/policies/policies.page.js'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/policies/$key',
    component: lazyRouteComponent(() => import('./features/billing/policies/policy.page.js'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/signatures',
    component: lazyRouteComponent(() => import('./features/authors/agreements/signatures.page.js'), 'SignaturesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/prices',
    component: lazyRouteComponent(() => import('./features/listings/pricing/prices.page.js'), 'PricesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/revenue-shares',
    component: lazyRouteComponent(() => import('./features/billing/policies/shares.page.js'), 'SharesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/write-offs',
    component: lazyRouteComponent(() => import('./features/billing/collection/write-offs.page.js'), 'WriteOffsPage'),
  }),
] as const;

const pluginsPages = [
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins',
    component: lazyRouteComponent(() => import('./features/listings/catalogue/catalogue.page.js'), 'CataloguePage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/installed',
    component: lazyRouteComponent(() => import('./features/installs/install/installed.page.js'), 'InstalledPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/installed/$id',
    component: lazyRouteComponent(
      () => import('./features/installs/install/install-detail.page.js'),
      'InstallDetailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/invoices/$id',
    component: lazyRouteComponent(
      () => import('./features/billing/invoicing/tenant-invoice.page.js'),
      'TenantInvoicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/billing',
    component: lazyRouteComponent(() => import('./features/billing/invoicing/billing.page.js'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/$slug',
    component: lazyRouteComponent(() => import('./features/listings/catalogue/plugin.page.js'), 'PluginPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/$slug/install',
    component: lazyRouteComponent(() => import('./features/installs/install/install.page.js'), 'InstallPage'),
  }),
] as const;

const adminPages = [
  createRoute({
    getParentRoute: () => admin,
    path: '/admin',
    beforeLoad: () => {
      throw redirect({ to: '/audit', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/people',
    component: lazyRouteComponent(() => import('./features/identity/people/people.page.js'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/tenants',
    component: lazyRouteComponent(() => import('./features/installs/tenants/tenants.page.js'), 'TenantsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/tenants/$id/operators',
    component: lazyRouteComponent(() => import('./features/installs/tenants/operators.page.js'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/signatures',
    component: lazyRouteComponent(() => import('./features/authors/agreements/signatures.page.js'), 'SignaturesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/agreements',
    component: lazyRouteComponent(() => import('./features/authors/agreements/agreements.page.js'), 'AgreementsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/policies',
    component: lazyRouteComponent(
      () => import('./features/billing/policies/admin-policies.page.js'),
      'AdminPoliciesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/offboardings',
    component: lazyRouteComponent(
      () => import('./features/authors/offboarding/offboardings.page.js'),
      'OffboardingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/suspensions',
    component: lazyRouteComponent(
      () => import('./features/authors/offboarding/suspensions.page.js'),
      'SuspensionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/deliveries',
    component: lazyRouteComponent(() => import('./features/platform/deliveries.page.js'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queues',
    component: lazyRouteComponent(() => import('./features/platform/queues.page.js'), 'QueuesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/drives/$id',
    component: lazyRouteComponent(() => import('./features/listings/listing/admin-drive.page.js'), 'AdminDrivePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/fleet-keys',
    component: lazyRouteComponent(() => import('./features/authors/keys/fleet-keys.page.js'), 'FleetKeysPage'),
  }),
] as const;

const liveDrivesPages = [
  createRoute({
    getParentRoute: () => liveDrives,
    path: '/review/drives',
    component: lazyRouteComponent(
      () => import('./features/listings/retirement/live-drives.page.js'),
      'ReviewDrivesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => liveDrives,
    path: '/review/drives/$id',
    component: lazyRouteComponent(() => import('./features/listings/listing/review-drive.page.js'), 'ReviewDrivePage'),
  }),
] as const;

const auditPages = [
  createRoute({
    getParentRoute: () => audit,
    path: '/audit',
    component: lazyRouteComponent(() => import('./features/platform/audit/audit.page.js'), 'AuditPage'),
  }),
] as const;

const routeTree = root.addChildren([
  ...publicPages,
  signedIn.addChildren([...signedInPages]),
  author.addChildren([...applicantPages]),
  approved.addChildren([...authorPages]),
  review.addChildren([...reviewPages]),
  finance.addChildren([...financePages]),
  plugins.addChildren([...pluginsPages]),
  admin.addChildren([...adminPages]),
  liveDrives.addChildren([...liveDrivesPages]),
  audit.addChildren([...auditPages]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPendingComponent: () => <Loading />,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ({ error, reset }) => <ErrorPage error={error} onRetry={reset} />,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
