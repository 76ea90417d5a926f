import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Tx } from '@portal/platform/database';
import { describeAppeal } from '../appeals/domain/describe-appeal.js';
import { ListingMailer } from './listing-mailer.js';
import { ListingAppealsRepository } from '../appeals/listing-appeals.repository.js';

/** Mail about where a Drive stands in the catalogue. */
@Injectable()
export class ListingStatusMails {
  constructor(
    private readonly mailer: ListingMailer,
    private readonly appeals: ListingAppealsRepository,
  ) {}

  /** `what`: completes "Your Drive …". */
  async statusChanged(
    tx: Tx,
    { driveId, name }: { driveId: string; name: string },
    { what, more, reason }: { what: string; more: string; reason: string },
    authors: readonly Contact[],
  ): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'agreement',
      subject: `${name}: your Drive ${what}`,
      text: `Your Drive ${name} ${what}. ${more}\n\nThe reason:\n${reason}\n\n${this.mailer.portal}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  /** After the removal: the day until which it can be appealed is said. */
  async removed(
    tx: Tx,
    listing: { driveId: string; name: string },
    reason: string,
    authors: readonly Contact[],
  ): Promise<void> {
    const appeal = describeAppeal(await this.appeals.factsOfRemoval(tx, listing.driveId), tx.now);
    const more = `It is in the catalogue no more, and its installs end now.${appeal}`;
    await this.statusChanged(tx, listing, { what: 'is removed', more, reason }, authors);
  }
}
