import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { isoDates, Transactor } from '@portal/platform/database';
import type { DeliveryContext } from '@portal/platform/events';
import { EvidenceDue, type DueEvidencePayload } from '../events.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { EvidenceRepository } from './evidence.repository.js';
import { evidenceDueMails } from './evidence-mails.js';

/**
 * Notifies the author that evidence ends, and reviewers at its end; not if it was replaced or a more urgent notice
 * was sent.
 */
@Injectable()
export class MailDueEvidence {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly evidence: EvidenceRepository,
    private readonly mailer: ListingMailer,
  ) {}

  /** Announces once each that evidence of a live Drive's claim ends in 60, in 30, in 7 days, and that it is over. */
  async announce(): Promise<void> {
    await this.transactor.run(async (tx) =>
      tx.emitMany(EvidenceDue, (await this.evidence.noticeDue(tx)).map(isoDates)),
    );
  }

  async execute(payload: DueEvidencePayload, context: DeliveryContext): Promise<void> {
    const { drive_id: driveId, evidence_id: evidenceId, claim, due, valid_until: validUntil } = payload;
    const drive = await this.drives.get(driveId);
    if (!drive) return;
    const [authors, reviewers] = await Promise.all([this.mailer.authors(drive.orgId), this.mailer.reviewers()]);
    const evidence = { driveId, name: drive.name, claim, due, validUntil };
    await context.once(async (tx) => {
      if ((await this.evidence.lastWord(tx, evidenceId, validUntil)) !== due) return;
      const mails = evidenceDueMails(this.mailer.portal, evidence);
      await this.mailer.notify(tx, authors, mails.author);
      if (mails.reviewers) await this.mailer.notify(tx, reviewers, mails.reviewers);
    });
  }
}
