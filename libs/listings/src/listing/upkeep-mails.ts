import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import type { EvidenceNotice } from '../evidence/domain/compliance-claims.js';
import { ListingMailer } from './listing-mailer.js';

/** Mail about what live Drives serve, declare and claim. */
@Injectable()
export class UpkeepMails {
  constructor(private readonly mailer: ListingMailer) {}

  async notRaised(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'checks',
      subject: `${name}: your manifest changed without a higher version`,
      text: `${text}\n\nRaise the version to offer it:\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async noticed(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'checks',
      subject: `${name}: we cannot follow your manifest`,
      text: `${text}\n\nThe last good version stays live:\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async notPriced(
    tx: Tx,
    { driveId, name, version }: { driveId: string; name: string; version: string | null },
    reviewers: readonly Person[],
  ): Promise<void> {
    const path = `/review/drives?q=${encodeURIComponent(name)}`;
    await this.mailer.notify(tx, reviewers, {
      topic: 'checks',
      subject: `${name}: a change is held, because nothing says what it costs`,
      text: `${version === null ? 'The changed manifest' : `Version ${version}`} is not followed: there is no price or listing fee for it, and no exception of check L04 is in force. The live version serves. The change is followed by itself when finance has set the price or an exception is confirmed. Drive ${driveId}:\n${this.mailer.portal}${path}`,
      path,
    });
  }

  async subprocessors(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'checks',
      subject: `${name}: your list of subprocessors`,
      text: `${text}\n\nReviewers see this as well:\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async drifted(tx: Tx, driveId: string, name: string, text: string, reviewers: readonly Person[]): Promise<void> {
    const path = `/review/drives?q=${encodeURIComponent(name)}`;
    await this.mailer.notify(tx, reviewers, {
      topic: 'checks',
      subject: `${name}: a live Drive no longer does what it declares`,
      text: `The same manifest passed the checks before.\n${text}\n\nIt stays listed until somebody decides otherwise. Drive ${driveId}:\n${this.mailer.portal}${path}`,
      path,
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
      : `${name}: the evidence of a compliance claim ends in ${due === '7_days' ? '7' : '30'} days`;
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
