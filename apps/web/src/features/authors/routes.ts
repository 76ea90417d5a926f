import { admin, approved, author, finance, page, review, signedIn, visitorForms } from '../../shell/routes/parents.js';

export const authorsRoutes = [
  page(visitorForms, '/invitation', () => import('./organizations/invitation.page.js'), 'InvitationPage'),
  page(signedIn, '/apply', () => import('./applications/apply.page.js'), 'ApplyPage'),
  page(signedIn, '/author/application', () => import('./applications/application.page.js'), 'ApplicationPage'),
  page(author, '/author/agreement', () => import('./agreements/agreement.page.js'), 'AgreementPage'),
  page(approved, '/author/team', () => import('./organizations/team.page.js'), 'TeamPage'),
  page(approved, '/author/secrets', () => import('./keys/secrets.page.js'), 'SecretsPage'),
  page(review, '/review/suspensions', () => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
  page(
    review,
    '/review/applications/$id',
    () => import('./applications/review-application.page.js'),
    'ReviewApplicationPage',
  ),
  page(finance, '/finance/signatures', () => import('./agreements/signatures.page.js'), 'SignaturesPage'),
  page(admin, '/admin/signatures', () => import('./agreements/signatures.page.js'), 'SignaturesPage'),
  page(admin, '/admin/agreements', () => import('./agreements/agreements.page.js'), 'AgreementsPage'),
  page(admin, '/admin/offboardings', () => import('./offboarding/offboardings.page.js'), 'OffboardingsPage'),
  page(admin, '/admin/suspensions', () => import('./offboarding/suspensions.page.js'), 'SuspensionsPage'),
  page(admin, '/admin/fleet-keys', () => import('./keys/fleet-keys.page.js'), 'FleetKeysPage'),
] as const;
