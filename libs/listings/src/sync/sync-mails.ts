import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { ListingMailer } from '../listing/listing-mailer.js';

/** Mail about served manifests of live Drives that are not followed. */
@Injectable()
export class SyncMails {
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

  async drifted(tx: Tx, driveId: string, name: string, text: string, reviewers: readonly Person[]): Promise<void> {
    const path = `/review/drives?q=${encodeURIComponent(name)}`;
    await this.mailer.notify(tx, reviewers, {
      topic: 'checks',
      subject: `${name}: a live Drive no longer does what it declares`,
      text: `The same manifest passed the checks before.\n${text}\n\nIt stays listed until somebody decides otherwise. Drive ${driveId}:\n${this.mailer.portal}${path}`,
      path,
    });
  }
}
