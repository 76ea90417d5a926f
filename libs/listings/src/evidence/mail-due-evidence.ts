import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import type { Once } from '@portal/platform/events';
import type { DueEvidencePayload } from '../events.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceMails } from './evidence-mails.js';

/**
 * Notifies the author that evidence ends, and reviewers at its end; not if it was replaced or a more urgent notice
 * was sent.
 */
@Injectable()
export class MailDueEvidence {
  constructor(
    private readonly drives: Drives,
    private readonly evidence: EvidenceRepository,
    private readonly mailer: ListingMailer,
    private readonly mails: EvidenceMails,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute(payload: DueEvidencePayload, once: Once): Promise<void> {
    const { drive_id: driveId, evidence_id: evidenceId, claim, due, valid_until: validUntil } = payload;
    const drive = await this.drives.get(driveId);
    if (!drive) return;
    const [authors, reviewers] = await Promise.all([this.mailer.authors(drive.orgId), this.mailer.reviewers()]);
    const evidence = { driveId, name: drive.name, claim, due, validUntil };
    await once(async (tx) => {
      if ((await this.evidence.lastWord(tx, evidenceId)) === due)
        await this.mails.evidenceDue(tx, evidence, { authors, reviewers });
    });
  }
}
