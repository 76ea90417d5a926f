import { admin, page, root, signedIn } from '../../shell/route-parents.js';

export const identityRoutes = {
  root: [
    page(root, '/sign-in', () => import('./sign-in/sign-in.page.js'), 'SignInPage'),
    page(root, '/sign-up', () => import('./sign-in/sign-up.page.js'), 'SignUpPage'),
    page(root, '/confirm-email', () => import('./sign-in/confirm-email.page.js'), 'ConfirmEmailPage'),
    page(root, '/forgot-password', () => import('./recovery/forgot-password.page.js'), 'ForgotPasswordPage'),
    page(root, '/reset-password', () => import('./recovery/reset-password.page.js'), 'ResetPasswordPage'),
    page(root, '/cancel-second-factor-removal', () => import('./recovery/cancel-removal.page.js'), 'CancelRemovalPage'),
  ],
  signedIn: [
    page(signedIn, '/account', () => import('./account/account.page.js'), 'AccountPage'),
    page(
      signedIn,
      '/account/invitations',
      () => import('./account/operator-invitations.page.js'),
      'OperatorInvitationsPage',
    ),
    page(signedIn, '/notifications', () => import('./notifications/notifications.page.js'), 'NotificationsPage'),
  ],
  admin: [page(admin, '/admin/people', () => import('./people/people.page.js'), 'PeoplePage')],
} as const;
