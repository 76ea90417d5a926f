import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { ComplianceEvidence } from './compliance-evidence.js';
import { EvidenceController, ReviewEvidenceController } from './evidence.controller.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceService } from './evidence.service.js';

const SHARED = [ComplianceEvidence, EvidenceRepository];

/** Evidence of Drives' claims about regulated data. */
@Module({ providers: SHARED, exports: SHARED })
export class EvidenceModule {}

/** Authors show evidence, and reviewers accept it. */
@Module({
  imports: [ListingModule, SubmissionsModule, EvidenceModule],
  controllers: [EvidenceController, ReviewEvidenceController],
  providers: [EvidenceService],
})
export class EvidenceHttpModule {}
