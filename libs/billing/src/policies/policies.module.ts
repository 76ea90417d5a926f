import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { SegmentsModule } from '../segments/segments.module.js';
import { DecidePolicy } from './decide-policy.js';
import { DecideShare } from './decide-share.js';
import { ListPolicies } from './list-policies.js';
import { ListingPolicy } from './listing-policy.js';
import { PoliciesController } from './policies.controller.js';
import { Policies } from './policies.js';
import { PoliciesRepository } from './policies.repository.js';
import { PolicyExports } from './policy-exports.js';
import { PreviewShare } from './preview-share.js';
import { ProposePolicy } from './propose-policy.js';
import { ProposeShare } from './propose-share.js';
import { ShareOverridesController } from './share-overrides.controller.js';
import { ShareOverrides } from './share-overrides.js';
import { ShareOverridesRepository } from './share-overrides.repository.js';

/** The rules of money by version, and what listings asks about them. */
@Module({
  providers: [
    DecidePolicy,
    ListPolicies,
    ListingPolicy,
    Policies,
    PoliciesRepository,
    PolicyExports,
    ProposePolicy,
    ShareOverrides,
  ],
  exports: [DecidePolicy, ListPolicies, ListingPolicy, Policies, ProposePolicy, ShareOverrides],
})
export class PoliciesModule {}

/** Proposing and deciding policies and shares. */
@Module({
  imports: [AuthorsCoreModule, PoliciesModule, SegmentsModule],
  controllers: [PoliciesController, ShareOverridesController],
  providers: [DecideShare, PreviewShare, ProposeShare, ShareOverridesRepository],
})
export class PoliciesHttpModule {}
