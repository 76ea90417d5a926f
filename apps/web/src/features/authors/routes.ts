import { admin, approved, author, finance, page, review, signedIn, visitorForms } from '../../shell/routes/parents.js';

export const authorsRoutes = {
  visitorForms: [
    page(visitorForms, '/invitation', () => import('./organizations/invitation.page.js'), 'InvitationPage'),
  ],
  signedIn: [
    page(signedIn, '/apply', () => import('./applications/apply.page.js'), 'ApplyPage'),
    page(signedIn, '/author/application', () => import('./applications/application.page.js'), 'ApplicationPage'),
  ],
  author: [page(author, '/author/agreement', () => import('./agreements/agreement.page.js'), 'AgreementPage')],
  approved: [
    page(approved, '/author/team', () => import('./organizations/team.page.js'), 'TeamPage'),
    page(approved, '/author/secrets', () => import('./keys/secrets.page.js'), 'SecretsPage'),
  ],
  review: [
    page(review, '/review/suspensions', () => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
    page(
      review,
      '/review/applications/$id',
      () => import('./applications/review-application.page.js'),
      'ReviewApplicationPage',
    ),
  ],
  finance: [page(finance, '/finance/signatures', () => import('./agreements/signatures.page.js'), 'SignaturesPage')],
  admin: [
    page(admin, '/admin/signatures', () => import('./agreements/signatures.page.js'), 'SignaturesPage'),
    page(admin, '/admin/agreements', () => import('./agreements/agreements.page.js'), 'AgreementsPage'),
    page(admin, '/admin/offboardings', () => import('./offboarding/offboardings.page.js'), 'OffboardingsPage'),
    page(admin, '/admin/suspensions', () => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
    page(admin, '/admin/fleet-keys', () => import('./keys/fleet-keys.page.js'), 'FleetKeysPage'),
  ],
} as const;
