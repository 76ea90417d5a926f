import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { Loading } from './components/feedback/loading.js';
import { adminRoutes } from './features/admin/routes.js';
import { approvalsRoutes } from './features/approvals/routes.js';
import { authorsRoutes } from './features/authors/routes.js';
import { billingRoutes } from './features/billing/routes.js';
import { docsRoutes } from './features/docs/routes.js';
import { documentsRoutes } from './features/documents/routes.js';
import { homeRoutes } from './features/home/routes.js';
import { identityRoutes } from './features/identity/routes.js';
import { installsRoutes } from './features/installs/routes.js';
import { ledgerRoutes } from './features/ledger/routes.js';
import { listingsRoutes } from './features/listings/routes.js';
import { payoutsRoutes } from './features/payouts/routes.js';
import { platformRoutes } from './features/platform/routes.js';
import { reconciliationRoutes } from './features/reconciliation/routes.js';
import { sellRoutes } from './features/sell/routes.js';
import { statementsRoutes } from './features/statements/routes.js';
import { webhooksRoutes } from './features/webhooks/routes.js';
import { parseSearch, stringifySearch } from './lib/url-state.js';
import {
  admin,
  approved,
  approvers,
  audit,
  author,
  everybody,
  finance,
  inside,
  liveDrives,
  money,
  plugins,
  review,
  root,
  signedIn,
  visitorForms,
  visitors,
} from './shell/routes/parents.js';

const routeTree = root.addChildren([
  visitors.addChildren([
    ...homeRoutes.visitors,
    ...listingsRoutes.visitors,
    ...sellRoutes.visitors,
    ...documentsRoutes.visitors,
    ...platformRoutes.visitors,
  ]),
  visitorForms.addChildren([...authorsRoutes.visitorForms, ...identityRoutes.visitorForms]),
  everybody.addChildren([...docsRoutes.everybody, ...listingsRoutes.everybody, ...statementsRoutes.everybody]),
  inside.addChildren([
    signedIn.addChildren([...authorsRoutes.signedIn, ...identityRoutes.signedIn, ...platformRoutes.signedIn]),
    author.addChildren([...authorsRoutes.author, ...homeRoutes.author]),
    approved.addChildren([
      ...authorsRoutes.approved,
      ...installsRoutes.approved,
      ...listingsRoutes.approved,
      ...webhooksRoutes.approved,
    ]),
    money.addChildren([...billingRoutes.money, ...payoutsRoutes.money, ...statementsRoutes.money]),
    review.addChildren([...authorsRoutes.review, ...listingsRoutes.review]),
    finance.addChildren([
      ...authorsRoutes.finance,
      ...billingRoutes.finance,
      ...homeRoutes.finance,
      ...ledgerRoutes.finance,
      ...listingsRoutes.finance,
      ...payoutsRoutes.finance,
      ...reconciliationRoutes.finance,
      ...statementsRoutes.finance,
    ]),
    plugins.addChildren([...billingRoutes.plugins, ...installsRoutes.plugins, ...listingsRoutes.plugins]),
    admin.addChildren([
      ...adminRoutes.admin,
      ...authorsRoutes.admin,
      ...billingRoutes.admin,
      ...documentsRoutes.admin,
      ...identityRoutes.admin,
      ...installsRoutes.admin,
      ...listingsRoutes.admin,
      ...platformRoutes.admin,
      ...webhooksRoutes.admin,
    ]),
    approvers.addChildren([...approvalsRoutes.approvers]),
    liveDrives.addChildren([...listingsRoutes.liveDrives]),
    audit.addChildren([...platformRoutes.audit]),
  ]),
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
    defaultErrorComponent: lazyRouteComponent(() => import('./shell/frames/outside.js'), 'ErrorAnywhere'),
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
