export { ListingsCoreModule, ListingsModule, ListingsWorkerModule } from './listings.module.js';
export { Listings, type Change, type Revision } from './listings.js';
export { InstallCounts } from './install-counts.js';
export { ObservedUse, type DriveUse, type ObservedKind, type Telling } from './observed-use.js';
export { AuthorBilled, type AuthorBilledListing } from './read/author-billed.js';
export { CommercialPolicy } from './commercial-policy.js';
export { ChangeCommercialTerms } from './change-commercial-terms.js';
export { BILLING_MODELS } from './domain/price-rule.js';
export type { BillingModel, PriceSource } from './domain/price-rule.js';
export type { Audience, Price } from './read/prices.js';
export { ChangeView, PermissionView, changeView, permissionView } from './http/listings.view.js';
export {
  EvidenceDue,
  ExceptionConfirmed,
  ListingAppealEnded,
  ListingAppealFiled,
  ListingEnded,
  ListingPublished,
  ListingStateChanged,
  ManifestHeld,
  ManifestSyncRequested,
  OriginChanged,
  RevisionPublished,
  SubmissionMoved,
  SubmissionReceived,
  SunsetAnnounced,
  SunsetWithdrawn,
  BillingModelChanged,
  VersionPublished,
} from './events.js';
export { listingsErrors } from './errors.js';
export { VALIDATOR_THREAD, type ValidatorThread } from './validator-threads.js';
