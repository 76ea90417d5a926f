import { admin, page, signedIn, visitorForms } from '../../shell/routes/parents.js';

export const identityRoutes = [
  page(visitorForms, '/sign-in', () => import('./sign-in/sign-in.page.js'), 'SignInPage'),
  page(visitorForms, '/sign-up', () => import('./sign-in/sign-up.page.js'), 'SignUpPage'),
  page(visitorForms, '/confirm-email', () => import('./sign-in/confirm-email.page.js'), 'ConfirmEmailPage'),
  page(visitorForms, '/first-admin', () => import('./sign-in/confirm-email.page.js'), 'FirstAdminPage'),
  page(visitorForms, '/staff-invitation', () => import('./sign-in/confirm-email.page.js'), 'StaffInvitationPage'),
  page(visitorForms, '/forgot-password', () => import('./recovery/forgot-password.page.js'), 'ForgotPasswordPage'),
  page(visitorForms, '/reset-password', () => import('./recovery/reset-password.page.js'), 'ResetPasswordPage'),
  page(
    visitorForms,
    '/cancel-second-factor-removal',
    () => import('./recovery/cancel-removal.page.js'),
    'CancelRemovalPage',
  ),
  page(signedIn, '/account', () => import('./account/account.page.js'), 'AccountPage'),
  page(
    signedIn,
    '/account/invitations',
    () => import('./account/operator-invitations.page.js'),
    'OperatorInvitationsPage',
  ),
  page(signedIn, '/notifications', () => import('./notifications/notifications.page.js'), 'NotificationsPage'),
  page(admin, '/admin/people', () => import('./people/people.page.js'), 'PeoplePage'),
] as const;
