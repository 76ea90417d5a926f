import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { ListingMailer } from '../listing/listing-mailer.js';
import type { EvidenceNotice } from './domain/compliance-claims.js';

/** Mail about claims of live Drives. */
@Injectable()
export class EvidenceMails {
  constructor(private readonly mailer: ListingMailer) {}

  async subprocessors(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'checks',
      subject: `${name}: your list of subprocessors`,
      text: `${text}\n\nReviewers see this as well:\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async evidenceDue(
    tx: Tx,
    evidence: { driveId: string; name: string; claim: string; due: EvidenceNotice; validUntil: string },
    receivers: { authors: readonly Contact[]; reviewers: readonly Person[] },
  ): Promise<void> {
    const { driveId, name, claim, due, validUntil } = evidence;
    const over = due === 'expired';
    const day = validUntil.slice(0, 10);
    const subject = over
      ? `${name}: the evidence of a compliance claim has expired`
      : `${name}: the evidence of a compliance claim ends on ${day}`;
    const what = `Evidence of "${claim}" ${over ? 'was' : 'is'} valid until ${day}.`;
    await this.mailer.notify(tx, receivers.authors, {
      topic: 'checks',
      subject,
      text: `${what}\n\nGive a newer file, or claim it no more:\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
    if (!over) return;
    await this.mailer.notify(tx, receivers.reviewers, {
      topic: 'checks',
      subject,
      text: `${what}\n\nThe Drive is live and still claims it:\n${this.mailer.portal}/review?tab=evidence`,
      path: '/review?tab=evidence',
    });
  }
}
