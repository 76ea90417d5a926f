import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, approved, author, finance, review, root, signedIn } from '../../shell/route-parents.js';

export const authorsRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/invitation',
      component: lazyRouteComponent(() => import('./organizations/invitation.page.js'), 'InvitationPage'),
    }),
  ],
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/apply',
      component: lazyRouteComponent(() => import('./applications/apply.page.js'), 'ApplyPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/author/application',
      component: lazyRouteComponent(() => import('./applications/application.page.js'), 'ApplicationPage'),
    }),
  ],
  author: [
    createRoute({
      getParentRoute: () => author,
      path: '/author/agreement',
      component: lazyRouteComponent(() => import('./agreements/agreement.page.js'), 'AgreementPage'),
    }),
  ],
  approved: [
    createRoute({
      getParentRoute: () => approved,
      path: '/author/team',
      component: lazyRouteComponent(() => import('./organizations/team.page.js'), 'TeamPage'),
    }),
    createRoute({
      getParentRoute: () => approved,
      path: '/author/secrets',
      component: lazyRouteComponent(() => import('./keys/secrets.page.js'), 'SecretsPage'),
    }),
  ],
  review: [
    createRoute({
      getParentRoute: () => review,
      path: '/review/suspensions',
      component: lazyRouteComponent(() => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/review/applications/$id',
      component: lazyRouteComponent(() => import('./applications/review-application.page.js'), 'ReviewApplicationPage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/signatures',
      component: lazyRouteComponent(() => import('./agreements/signatures.page.js'), 'SignaturesPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/signatures',
      component: lazyRouteComponent(() => import('./agreements/signatures.page.js'), 'SignaturesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/agreements',
      component: lazyRouteComponent(() => import('./agreements/agreements.page.js'), 'AgreementsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/offboardings',
      component: lazyRouteComponent(() => import('./offboarding/offboardings.page.js'), 'OffboardingsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/suspensions',
      component: lazyRouteComponent(() => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/fleet-keys',
      component: lazyRouteComponent(() => import('./keys/fleet-keys.page.js'), 'FleetKeysPage'),
    }),
  ],
} as const;
