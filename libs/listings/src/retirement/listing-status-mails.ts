import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import { scopeIds, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { describeAppeal } from '../appeals/domain/describe-appeal.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { ListingAppealsRepository } from '../appeals/listing-appeals.repository.js';

/** Mail about the status of a Drive in the catalogue. */
@Injectable()
export class ListingStatusMails {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly appeals: ListingAppealsRepository,
    private readonly mailer: ListingMailer,
  ) {}

  /**
   * Recipients of a notice about an action on a Drive: none where its own author acts. Looked up before the
   * transaction opens.
   */
  async receivers(actor: Actor, driveId: string): Promise<Contact[]> {
    const orgId = (await this.listings.find(driveId))?.orgId;
    if (!orgId || actor.kind !== 'user' || scopeIds(actor, 'author').includes(orgId)) return [];
    return this.mailer.authors(orgId);
  }

  /** All people of the author, in the transaction of an approval, which cannot look them up before. */
  authors(tx: Tx, orgId: string): Promise<Contact[]> {
    return this.mailer.authors(orgId, tx);
  }

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

  /** After the removal, because it names the day until which it can be appealed. */
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
