import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { SegmentsModule } from '../segments/segments.module.js';
import { DecidePolicy } from './decide-policy.js';
import { DecideRevenueShare } from './decide-revenue-share.js';
import { DecidedLapsePolicy } from './lapse-policy.js';
import { ListPolicies } from './list-policies.js';
import { ListingPolicy } from './listing-policy.js';
import { PoliciesController } from './policies.controller.js';
import { Policies } from './policies.js';
import { PoliciesRepository } from './policies.repository.js';
import { ShareOverrideEntity } from './policy.entity.js';
import { PolicyExports } from './policy-exports.js';
import { PreviewRevenueShare } from './preview-revenue-share.js';
import { ProposePolicy } from './propose-policy.js';
import { ProposeRevenueShare } from './propose-revenue-share.js';
import { ShareOverridesController } from './revenue-share-overrides.controller.js';
import { RevenueShareOverrides } from './revenue-share-overrides.js';
import { RevenueShareOverridesRepository } from './revenue-share-overrides.repository.js';

/** Policies by version, and the port of listings. */
@Module({
  providers: [
    DecidedLapsePolicy,
    DecidePolicy,
    ListPolicies,
    ListingPolicy,
    Policies,
    PoliciesRepository,
    PolicyExports,
    ProposePolicy,
    RevenueShareOverrides,
  ],
  exports: [
    DecidedLapsePolicy,
    DecidePolicy,
    ListPolicies,
    ListingPolicy,
    Policies,
    ProposePolicy,
    RevenueShareOverrides,
  ],
})
export class PoliciesModule {}

/** Proposing and deciding policies and revenue shares. */
@Module({
  imports: [TypeOrmModule.forFeature([ShareOverrideEntity]), AuthorsCoreModule, PoliciesModule, SegmentsModule],
  controllers: [PoliciesController, ShareOverridesController],
  providers: [DecideRevenueShare, PreviewRevenueShare, ProposeRevenueShare, RevenueShareOverridesRepository],
})
export class PoliciesHttpModule {}
