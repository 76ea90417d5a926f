import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { author, finance, root } from '../../shell/route-parents.js';

export const homeRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: lazyRouteComponent(() => import('./landing.page.js'), 'LandingPage'),
    }),
  ],
  author: [
    createRoute({
      getParentRoute: () => author,
      path: '/author',
      component: lazyRouteComponent(() => import('./author-home.page.js'), 'AuthorHome'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance',
      component: lazyRouteComponent(() => import('./finance-home.page.js'), 'FinanceHome'),
    }),
  ],
} as const;
