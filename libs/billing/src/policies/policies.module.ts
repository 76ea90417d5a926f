import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { SegmentsModule } from '../segments/segments.module.js';
import { DecidedLapsePolicy } from './lapse-policy.js';
import { ListPolicies } from './list-policies.js';
import { ListingPolicy } from './listing-policy.js';
import { PoliciesController } from './policies.controller.js';
import { Policies } from './policies.js';
import { PoliciesRepository } from './policies.repository.js';
import { POLICY_EXPORTS } from './policy-exports.js';
import { PreviewRevenueShare } from './preview-revenue-share.js';
import { PolicyKind } from './policy-value.js';
import { ShareOverridesController } from './revenue-share-overrides.controller.js';
import { RevenueShares } from './revenue-shares.js';
import { ShareOverrideKind } from './share-override.js';

const SHARED = [DecidedLapsePolicy, ListPolicies, ListingPolicy, Policies, RevenueShares];

/** Policies by version, and the port of listings. */
@Module({ providers: [...SHARED, PoliciesRepository, ...POLICY_EXPORTS], exports: [...SHARED, PoliciesRepository] })
export class PoliciesModule {}

/** Proposing and deciding policies and revenue shares. */
@Module({
  imports: [ApprovalsModule, AuthorsCoreModule, PoliciesModule, SegmentsModule],
  controllers: [PoliciesController, ShareOverridesController],
  providers: [PreviewRevenueShare, ...approvalKind(PolicyKind), ...approvalKind(ShareOverrideKind)],
})
export class PoliciesHttpModule {}
