import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { AddEvidence } from './add-evidence.js';
import { ComplianceEvidence } from './compliance-evidence.js';
import { EvidenceController, ReviewEvidenceController } from './evidence.controller.js';
import { EvidenceRepository } from './evidence.repository.js';
import { ReadSubprocessorsSoon } from './read-subprocessors-soon.js';
import { WithdrawEvidence } from './withdraw-evidence.js';

/** Evidence of Drives' claims about regulated data. */
@Module({
  providers: [ComplianceEvidence, EvidenceRepository, ReadSubprocessorsSoon],
  exports: [ComplianceEvidence, EvidenceRepository, ReadSubprocessorsSoon],
})
export class EvidenceModule {}

/** Authors show evidence, and reviewers read it. */
@Module({
  imports: [ListingModule, EvidenceModule],
  controllers: [EvidenceController, ReviewEvidenceController],
  providers: [AddEvidence, WithdrawEvidence],
})
export class EvidenceHttpModule {}
