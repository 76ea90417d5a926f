import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { SecretsCoreModule } from '@portal/secrets';
import { ListingAppealsHttpModule } from './appeals/appeals-http.module.js';
import { CatalogueHttpModule, CatalogueWorkerModule } from './catalogue/catalogue.module.js';
import { ManifestProbeModule } from './conformance/conformance.module.js';
import { ConcernsHttpModule } from './concerns/concerns.module.js';
import { ContentHttpModule } from './content/content.module.js';
import {
  ContractVersionsHttpModule,
  ContractVersionsWorkerModule,
} from './contract-versions/contract-versions.module.js';
import { EvidenceWorkerModule } from './evidence/evidence-worker.module.js';
import { EvidenceHttpModule, EvidenceModule } from './evidence/evidence.module.js';
import { ExceptionsHttpModule } from './exceptions/exceptions.module.js';
import { ListingHttpModule, LiveDrivesModule } from './listing/listing-http.module.js';
import { ListingModule } from './listing/listing.module.js';
import { PricingHttpModule, PricingModule } from './pricing/pricing.module.js';
import { RechecksWorkerModule } from './rechecks/rechecks.module.js';
import { RetirementHttpModule, RetirementWorkerModule } from './retirement/retirement.module.js';
import { ReviewHttpModule } from './review/review.module.js';
import { SubmissionsHttpModule, SubmissionsWorkerModule } from './submissions/submissions.module.js';
import { SyncHttpModule, SyncModule, SyncWorkerModule } from './sync/sync.module.js';
import { ValidatorHttpModule } from './validator/validator.module.js';
import './gauges.js';

const SHARED = [
  AuthorsCoreModule,
  IdentityCoreModule,
  SecretsCoreModule,
  EvidenceModule,
  ListingModule,
  PricingModule,
  SyncModule,
];

/** Providers of listings for other libs, in the HTTP process and in the worker alike. */
@Module({
  imports: SHARED,
  exports: SHARED,
})
export class ListingsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [
    ListingsCoreModule,
    LiveDrivesModule,
    ListingAppealsHttpModule,
    CatalogueHttpModule,
    ConcernsHttpModule,
    ContentHttpModule,
    ContractVersionsHttpModule,
    EvidenceHttpModule,
    ExceptionsHttpModule,
    ListingHttpModule,
    PricingHttpModule,
    RetirementHttpModule,
    ReviewHttpModule,
    SubmissionsHttpModule,
    SyncHttpModule,
    ValidatorHttpModule,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsModule {}

/** For the worker. */
@Module({
  imports: [
    ListingsCoreModule,
    ManifestProbeModule,
    CatalogueWorkerModule,
    ContractVersionsWorkerModule,
    EvidenceWorkerModule,
    RechecksWorkerModule,
    RetirementWorkerModule,
    SubmissionsWorkerModule,
    SyncWorkerModule,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsWorkerModule {}
