import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { Loading } from './components/states.js';
import { parseSearch, stringifySearch } from './lib/url-state.js';
import type { Search } from './lib/url-state.js';
import { ErrorPage, NotFoundPage } from './shell/error-pages.js';
import { requireArea, requireSignIn } from './shell/guard.js';
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
const review = createRoute({ getParentRoute: () => root, id: 'review-area', beforeLoad: requireArea('review') });
const finance = createRoute({ getParentRoute: () => root, id: 'finance-area', beforeLoad: requireArea('finance') });
const plugins = createRoute({ getParentRoute: () => root, id: 'plugins-area', beforeLoad: requireArea('plugins') });
const admin = createRoute({ getParentRoute: () => root, id: 'admin-area', beforeLoad: requireArea('admin') });

const publicPages = [
  createRoute({ getParentRoute: () => root, path: '/', component: lazyRouteComponent(() => import('./pages/public/landing.js'), 'LandingPage') }),
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: lazyRouteComponent(() => import('./pages/public/sign-in.js'), 'SignInPage') }),
  createRoute({ getParentRoute: () => root, path: '/sign-up', component: lazyRouteComponent(() => import('./pages/public/sign-up.js'), 'SignUpPage') }),
] as const;

const routeTree = root.addChildren([
  ...publicPages,
  signedIn,
  author,
  review,
  finance,
  plugins,
  admin,
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
