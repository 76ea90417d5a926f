import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { Loading } from './components/states.js';
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
    component: lazyRouteComponent(() => import('./pages/public/landing.js'), 'LandingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./pages/public/sign-in.js'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./pages/public/sign-up.js'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-email',
    component: lazyRouteComponent(() => import('./pages/public/confirm-email.js'), 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./pages/public/forgot-password.js'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./pages/public/reset-password.js'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statistics',
    component: lazyRouteComponent(() => import('./pages/public/statistics.js'), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/validate',
    component: lazyRouteComponent(() => import('./pages/public/validate.js'), 'ValidatePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/validations/$id',
    component: lazyRouteComponent(() => import('./pages/public/validation.js'), 'ValidationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/$token',
    component: lazyRouteComponent(() => import('./pages/public/shared-report.js'), 'SharedReportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/statement-roots',
    component: lazyRouteComponent(() => import('./pages/public/statement-roots.js'), 'StatementRootsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalogue',
    component: lazyRouteComponent(() => import('./pages/public/plugins/catalogue.js'), 'PublicCataloguePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/catalogue/$slug',
    component: lazyRouteComponent(() => import('./pages/public/plugins/entry.js'), 'PublicEntryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs',
    component: lazyRouteComponent(() => import('./pages/docs/quickstart.js'), 'QuickstartPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/signing',
    component: lazyRouteComponent(() => import('./pages/docs/signing.js'), 'SigningPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/checks',
    component: lazyRouteComponent(() => import('./pages/docs/checks.js'), 'ChecksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/contract',
    component: lazyRouteComponent(() => import('./pages/docs/contract.js'), 'ContractPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/fields',
    component: lazyRouteComponent(() => import('./pages/docs/fields.js'), 'FieldsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/errors',
    component: lazyRouteComponent(() => import('./pages/docs/errors.js'), 'ErrorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/simulator',
    component: lazyRouteComponent(() => import('./pages/docs/simulator.js'), 'SimulatorDocsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/vectors',
    component: lazyRouteComponent(() => import('./pages/docs/vectors.js'), 'VectorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/docs/api',
    component: lazyRouteComponent(() => import('./pages/docs/api.js'), 'ApiPage'),
  }),
] as const;

const signedInPages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invitation',
    component: lazyRouteComponent(() => import('./pages/author/invitation.js'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/account/account.js'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./pages/account/notifications.js'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/apply',
    component: lazyRouteComponent(() => import('./pages/author/apply.js'), 'ApplyPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/author/application',
    component: lazyRouteComponent(() => import('./pages/author/application.js'), 'ApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('./pages/admin/sandbox.js'), 'SandboxPage'),
  }),
] as const;

const applicantPages = [
  createRoute({
    getParentRoute: () => author,
    path: '/author',
    component: lazyRouteComponent(() => import('./pages/author/home.js'), 'AuthorHome'),
  }),
  createRoute({
    getParentRoute: () => author,
    path: '/author/agreement',
    component: lazyRouteComponent(() => import('./pages/author/agreement.js'), 'AgreementPage'),
  }),
] as const;

const authorPages = [
  createRoute({
    getParentRoute: () => approved,
    path: '/author/team',
    component: lazyRouteComponent(() => import('./pages/author/team.js'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/secrets',
    component: lazyRouteComponent(() => import('./pages/author/secrets.js'), 'SecretsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives',
    component: lazyRouteComponent(() => import('./pages/author/drives.js'), 'DrivesPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/new',
    component: lazyRouteComponent(() => import('./pages/author/drive-new.js'), 'DriveNewPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/$id',
    component: lazyRouteComponent(() => import('./pages/author/drive.js'), 'DrivePage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/drives/$id/installs',
    component: lazyRouteComponent(() => import('./pages/author/drive-installs.js'), 'DriveInstallsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/submissions/$id',
    component: lazyRouteComponent(() => import('./pages/author/submission.js'), 'SubmissionPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/earnings',
    component: lazyRouteComponent(() => import('./pages/author/earnings.js'), 'EarningsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/simulator',
    component: lazyRouteComponent(() => import('./pages/author/simulator.js'), 'AuthorSimulatorPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payouts',
    component: lazyRouteComponent(() => import('./pages/author/payouts.js'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payouts/$id',
    component: lazyRouteComponent(() => import('./pages/author/payout.js'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/tax-profile',
    component: lazyRouteComponent(() => import('./pages/author/tax-profile.js'), 'TaxProfilePage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/webhooks',
    component: lazyRouteComponent(() => import('./pages/author/webhooks.js'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/webhooks/$id',
    component: lazyRouteComponent(() => import('./pages/author/webhook.js'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/payout-account',
    component: lazyRouteComponent(() => import('./pages/author/payout-account.js'), 'PayoutAccountPage'),
  }),
  createRoute({
    getParentRoute: () => approved,
    path: '/author/listing-fees',
    component: lazyRouteComponent(() => import('./pages/author/listing-fees.js'), 'ListingFeesPage'),
  }),
] as const;

const reviewPages = [
  createRoute({
    getParentRoute: () => review,
    path: '/review',
    component: lazyRouteComponent(() => import('./pages/review/queue.js'), 'QueuePage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/exceptions',
    component: lazyRouteComponent(() => import('./pages/review/exceptions.js'), 'ExceptionsPage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/suspensions',
    component: lazyRouteComponent(() => import('./pages/admin/suspensions.js'), 'SuspensionsPage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/applications/$id',
    component: lazyRouteComponent(() => import('./pages/review/application.js'), 'ReviewApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/submissions/$id',
    component: lazyRouteComponent(() => import('./pages/review/submission.js'), 'ReviewSubmissionPage'),
  }),
  createRoute({
    getParentRoute: () => review,
    path: '/review/appeals/$id',
    component: lazyRouteComponent(() => import('./pages/review/appeal.js'), 'ReviewAppealPage'),
  }),
] as const;

const financePages = [
  createRoute({
    getParentRoute: () => finance,
    path: '/finance',
    component: lazyRouteComponent(() => import('./pages/finance/home.js'), 'FinanceHome'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/periods',
    component: lazyRouteComponent(() => import('./pages/finance/periods.js'), 'PeriodsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/periods/$month',
    component: lazyRouteComponent(() => import('./pages/finance/period.js'), 'PeriodPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/invoices',
    component: lazyRouteComponent(() => import('./pages/finance/invoices.js'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/invoices/$id',
    component: lazyRouteComponent(() => import('./pages/finance/invoice.js'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/refunds',
    component: lazyRouteComponent(() => import('./pages/finance/refunds.js'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/refunds/$id',
    component: lazyRouteComponent(() => import('./pages/finance/refund.js'), 'RefundPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/credit-notes',
    component: lazyRouteComponent(() => import('./pages/finance/credit-notes.js'), 'CreditNotesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/disputes',
    component: lazyRouteComponent(() => import('./pages/finance/disputes.js'), 'DisputesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/disputes/$id',
    component: lazyRouteComponent(() => import('./pages/finance/dispute.js'), 'DisputePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/runs',
    component: lazyRouteComponent(() => import('./pages/finance/runs.js'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/runs/$id',
    component: lazyRouteComponent(() => import('./pages/finance/run.js'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/authors/$id',
    component: lazyRouteComponent(() => import('./pages/finance/author.js'), 'FinanceAuthorPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/holds',
    component: lazyRouteComponent(() => import('./pages/finance/holds.js'), 'HoldsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/statements',
    component: lazyRouteComponent(() => import('./pages/finance/statements.js'), 'StatementsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/statements/$id',
    component: lazyRouteComponent(() => import('./pages/finance/statement.js'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exports',
    component: lazyRouteComponent(() => import('./pages/finance/exports.js'), 'ExportsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/ledger',
    component: lazyRouteComponent(() => import('./pages/finance/ledger.js'), 'LedgerPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/ledger/sources/$type/$id',
    component: lazyRouteComponent(() => import('./pages/finance/ledger-source.js'), 'LedgerSourcePage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exceptions',
    component: lazyRouteComponent(() => import('./pages/finance/exceptions.js'), 'ExceptionsPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/exceptions/$id',
    component: lazyRouteComponent(() => import('./pages/finance/exception.js'), 'ExceptionPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/simulator',
    component: lazyRouteComponent(() => import('./pages/finance/simulator.js'), 'FinanceSimulatorPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/policies',
    component: lazyRouteComponent(() => import('./pages/finance/policies.js'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/policies/$key',
    component: lazyRouteComponent(() => import('./pages/finance/policy.js'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/signatures',
    component: lazyRouteComponent(() => import('./pages/finance/signatures.js'), 'SignaturesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/prices',
    component: lazyRouteComponent(() => import('./pages/finance/prices.js'), 'PricesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/shares',
    component: lazyRouteComponent(() => import('./pages/finance/shares.js'), 'SharesPage'),
  }),
  createRoute({
    getParentRoute: () => finance,
    path: '/finance/write-offs',
    component: lazyRouteComponent(() => import('./pages/finance/write-offs.js'), 'WriteOffsPage'),
  }),
] as const;

const pluginsPages = [
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins',
    component: lazyRouteComponent(() => import('./pages/plugins/catalogue.js'), 'CataloguePage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/installed',
    component: lazyRouteComponent(() => import('./pages/plugins/installed.js'), 'InstalledPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/installed/$id',
    component: lazyRouteComponent(() => import('./pages/plugins/install-detail.js'), 'InstallDetailPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/invoices/$id',
    component: lazyRouteComponent(() => import('./pages/plugins/invoice.js'), 'TenantInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/billing',
    component: lazyRouteComponent(() => import('./pages/plugins/billing.js'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/$slug',
    component: lazyRouteComponent(() => import('./pages/plugins/plugin.js'), 'PluginPage'),
  }),
  createRoute({
    getParentRoute: () => plugins,
    path: '/plugins/$slug/install',
    component: lazyRouteComponent(() => import('./pages/plugins/install.js'), 'InstallPage'),
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
    component: lazyRouteComponent(() => import('./pages/admin/people.js'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/tenants',
    component: lazyRouteComponent(() => import('./pages/admin/tenants.js'), 'TenantsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/tenants/$id/operators',
    component: lazyRouteComponent(() => import('./pages/admin/operators.js'), 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/signatures',
    component: lazyRouteComponent(() => import('./pages/finance/signatures.js'), 'SignaturesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/agreements',
    component: lazyRouteComponent(() => import('./pages/admin/agreements.js'), 'AgreementsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/policies',
    component: lazyRouteComponent(() => import('./pages/admin/policies.js'), 'AdminPoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/departures',
    component: lazyRouteComponent(() => import('./pages/admin/departures.js'), 'DeparturesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/suspensions',
    component: lazyRouteComponent(() => import('./pages/admin/suspensions.js'), 'SuspensionsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/deliveries',
    component: lazyRouteComponent(() => import('./pages/admin/deliveries.js'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queues',
    component: lazyRouteComponent(() => import('./pages/admin/queues.js'), 'QueuesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/drives/$id',
    component: lazyRouteComponent(() => import('./pages/admin/drive.js'), 'AdminDrivePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/fleet-keys',
    component: lazyRouteComponent(() => import('./pages/admin/fleet-keys.js'), 'FleetKeysPage'),
  }),
] as const;

const liveDrivesPages = [
  createRoute({
    getParentRoute: () => liveDrives,
    path: '/review/drives',
    component: lazyRouteComponent(() => import('./pages/review/drives.js'), 'ReviewDrivesPage'),
  }),
  createRoute({
    getParentRoute: () => liveDrives,
    path: '/review/drives/$id',
    component: lazyRouteComponent(() => import('./pages/review/drive.js'), 'ReviewDrivePage'),
  }),
] as const;

const auditPages = [
  createRoute({
    getParentRoute: () => audit,
    path: '/audit',
    component: lazyRouteComponent(() => import('./pages/admin/audit.js'), 'AuditPage'),
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
