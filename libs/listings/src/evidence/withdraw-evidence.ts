import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { listingsErrors } from '../errors.js';
import { EvidenceChanged } from '../events.js';
import { EvidenceRepository } from './evidence.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';

/** An author takes evidence back. The file stays readable for the author and for reviewers, as withdrawn. */
@Injectable()
export class WithdrawEvidence {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly evidence: EvidenceRepository,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** The caller owns the Drive. @throws AppError `evidence_not_found` (404), also for what has ended before */
  async execute({ actor, driveId, id }: { actor: Actor; driveId: string; id: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.listings.lock(tx, driveId);
      const evidence = await this.evidence.open(tx, driveId, id);
      if (!evidence) throw new AppError(listingsErrors.evidence_not_found);
      await this.evidence.end(tx, actor, id, 'withdrawn');
      await this.audit.record(tx, {
        actor,
        action: 'evidence.withdrawn',
        subjectType: 'drive',
        subjectId: driveId,
        before: { evidence: id, claim: evidence.claim, sha256: evidence.sha256 },
      });
      await this.outbox.emit(tx, EvidenceChanged, { drive_id: driveId });
    });
  }
}
