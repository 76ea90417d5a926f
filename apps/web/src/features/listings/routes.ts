import {
  admin,
  approved,
  everybody,
  finance,
  liveDrives,
  page,
  plugins,
  review,
  visitors,
} from '../../shell/routes/parents.js';

export const listingsRoutes = {
  everybody: [
    page(everybody, '/statistics', () => import('./review/statistics.page.js'), 'StatisticsPage'),
    page(everybody, '/validate', () => import('./validator/validate.page.js'), 'ValidatePage'),
    page(everybody, '/validations/$id', () => import('./validator/validation.page.js'), 'ValidationPage'),
    page(everybody, '/reports/$token', () => import('./submissions/shared-report.page.js'), 'SharedReportPage'),
  ],
  visitors: [
    page(visitors, '/catalogue', () => import('./catalogue/catalogue.page.js'), 'PublicCataloguePage'),
    page(visitors, '/catalogue/$slug', () => import('./catalogue/public-plugin.page.js'), 'PublicEntryPage'),
  ],
  approved: [
    page(approved, '/author/drives', () => import('./listing/drives.page.js'), 'DrivesPage'),
    page(approved, '/author/drives/new', () => import('./listing/drive-new.page.js'), 'DriveNewPage'),
    page(approved, '/author/drives/$id', () => import('./listing/drive.page.js'), 'DrivePage'),
    page(approved, '/author/drives/$id/listing', () => import('./content/drive-listing.page.js'), 'DriveListingPage'),
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
