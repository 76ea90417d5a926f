export { ListingsCoreModule, ListingsModule, ListingsWorkerModule } from './listings.module.js';
export { Catalogue } from './catalogue/catalogue.js';
export { CatalogueHttpModule } from './catalogue/catalogue.module.js';
export { CatalogueEntryView } from './catalogue/catalogue.view.js';
export { Listings, type Change, type Revision } from './listing/listings.js';
export { AddressesView, addressesView } from './listing/addresses.view.js';
export { ListingContentView, ReleasedVersionView } from './content/content.view.js';
export { DriveFindings } from './sync/drive-findings.js';
export { driveState, type ListingState } from './listing/domain/listing-state.js';
export { InstallCounts } from './listing/install-counts.js';
export { ObservedUse, type DriveUse, type ObservedKind, type Notifications } from './listing/observed-use.js';
export { SUBPROCESSOR_EVENT } from './evidence/subprocessor-findings.js';
export { AuthorBilled, type AuthorBilledListing } from './pricing/author-billed.js';
export { CommercialPolicy } from './pricing/commercial-policy.js';
export { BILLING_MODELS, PRICED_TIERS } from './pricing/domain/price-rule.js';
export { PriceView } from './pricing/pricing.view.js';
export { Prices } from './pricing/prices.js';
export type { BillingModel, PriceSource } from './pricing/domain/price-rule.js';
export {
  EvidenceChanged,
  EvidenceDue,
  type DueEvidencePayload,
  ListingAppealEnded,
  ListingEnded,
  ListingStateChanged,
  ManifestDeferred,
  OriginChanged,
  RevisionPublished,
  SubmissionMoved,
  SubprocessorsChanged,
  DeprecationAnnounced,
  DeprecationWithdrawn,
  BillingModelChanged,
  VersionPublished,
} from './events.js';
export { listingsErrors } from './errors.js';
export { VALIDATOR_THREAD, type ValidatorThread } from './validator/validator-threads.js';
