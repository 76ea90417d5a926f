import { admin, approved, finance, liveDrives, page, plugins, review, root } from '../../shell/route-parents.js';

export const listingsRoutes = {
  root: [
    page(root, '/statistics', () => import('./review/statistics.page.js'), 'StatisticsPage'),
    page(root, '/validate', () => import('./validator/validate.page.js'), 'ValidatePage'),
    page(root, '/validations/$id', () => import('./validator/validation.page.js'), 'ValidationPage'),
    page(root, '/reports/$token', () => import('./submissions/shared-report.page.js'), 'SharedReportPage'),
    page(root, '/catalogue', () => import('./catalogue/catalogue.page.js'), 'PublicCataloguePage'),
    page(root, '/catalogue/$slug', () => import('./catalogue/public-plugin.page.js'), 'PublicEntryPage'),
  ],
  approved: [
    page(approved, '/author/drives', () => import('./listing/drives.page.js'), 'DrivesPage'),
    page(approved, '/author/drives/new', () => import('./listing/drive-new.page.js'), 'DriveNewPage'),
    page(approved, '/author/drives/$id', () => import('./listing/drive.page.js'), 'DrivePage'),
    page(approved, '/author/submissions/$id', () => import('./submissions/submission.page.js'), 'SubmissionPage'),
  ],
  review: [
    page(review, '/review', () => import('./review/queue/queue.page.js'), 'QueuePage'),
    page(review, '/review/exceptions', () => import('./review/exceptions.page.js'), 'ExceptionsPage'),
    page(review, '/review/submissions/$id', () => import('./review/review-submission.page.js'), 'ReviewSubmissionPage'),
    page(review, '/review/appeals/$id', () => import('./appeals/review-appeal.page.js'), 'ReviewAppealPage'),
  ],
  finance: [page(finance, '/finance/prices', () => import('./pricing/prices.page.js'), 'PricesPage')],
  plugins: [
    page(plugins, '/plugins', () => import('./catalogue/catalogue.page.js'), 'CataloguePage'),
    page(plugins, '/plugins/$slug', () => import('./catalogue/plugin.page.js'), 'PluginPage'),
  ],
  admin: [page(admin, '/admin/drives/$id', () => import('./listing/drive-records.page.js'), 'AdminDrivePage')],
  liveDrives: [
    page(liveDrives, '/review/drives', () => import('./retirement/live-drives.page.js'), 'ReviewDrivesPage'),
    page(liveDrives, '/review/drives/$id', () => import('./listing/drive-records.page.js'), 'ReviewDrivePage'),
  ],
} as const;
