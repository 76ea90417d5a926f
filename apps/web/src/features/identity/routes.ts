import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, root, signedIn } from '../../shell/route-parents.js';

export const identityRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/sign-in',
      component: lazyRouteComponent(() => import('./sign-in/sign-in.page.js'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/sign-up',
      component: lazyRouteComponent(() => import('./sign-in/sign-up.page.js'), 'SignUpPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/confirm-email',
      component: lazyRouteComponent(() => import('./sign-in/confirm-email.page.js'), 'ConfirmEmailPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/forgot-password',
      component: lazyRouteComponent(() => import('./recovery/forgot-password.page.js'), 'ForgotPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/reset-password',
      component: lazyRouteComponent(() => import('./recovery/reset-password.page.js'), 'ResetPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/cancel-second-factor-removal',
      component: lazyRouteComponent(() => import('./recovery/cancel-removal.page.js'), 'CancelRemovalPage'),
    }),
  ],
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/account',
      component: lazyRouteComponent(() => import('./account/account.page.js'), 'AccountPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/notifications',
      component: lazyRouteComponent(() => import('./notifications/notifications.page.js'), 'NotificationsPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/people',
      component: lazyRouteComponent(() => import('./people/people.page.js'), 'PeoplePage'),
    }),
  ],
} as const;
