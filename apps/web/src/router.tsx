import { createRouter, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
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

const pages = [
  ...adminRoutes,
  ...approvalsRoutes,
  ...authorsRoutes,
  ...billingRoutes,
  ...docsRoutes,
  ...documentsRoutes,
  ...homeRoutes,
  ...identityRoutes,
  ...installsRoutes,
  ...ledgerRoutes,
  ...listingsRoutes,
  ...payoutsRoutes,
  ...platformRoutes,
  ...reconciliationRoutes,
  ...sellRoutes,
  ...statementsRoutes,
  ...webhooksRoutes,
] as const;
const below = (parent: AnyRoute) => pages.filter(({ options }) => options.getParentRoute() === parent);

const routeTree = root.addChildren([
  visitors.addChildren(below(visitors)),
  visitorForms.addChildren(below(visitorForms)),
  everybody.addChildren(below(everybody)),
  inside.addChildren([
    signedIn.addChildren(below(signedIn)),
    author.addChildren(below(author)),
    approved.addChildren(below(approved)),
    money.addChildren(below(money)),
    review.addChildren(below(review)),
    finance.addChildren(below(finance)),
    plugins.addChildren(below(plugins)),
    admin.addChildren(below(admin)),
    approvers.addChildren(below(approvers)),
    liveDrives.addChildren(below(liveDrives)),
    audit.addChildren(below(audit)),
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
