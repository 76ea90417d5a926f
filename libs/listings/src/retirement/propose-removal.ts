import { Injectable } from '@nestjs/common';
import { APPROVAL_REFUSALS, Approvals } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import type { RemovalReason } from './domain/deprecation.js';
import { ListingStatusMails } from './listing-status-mails.js';
import { RemovalKind } from './removal.js';

const PROPOSED = {
  what: 'may be removed',
  more: 'It takes no installs until that is decided; running installs go on.',
};

/** One person proposes the removal of a Drive, which is paused at once. */
@Injectable()
export class ProposeRemoval {
  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly kind: RemovalKind,
    private readonly listings: ListingsRepository,
    private readonly transitions: ListingTransitions,
    private readonly mails: ListingStatusMails,
  ) {}

  /** Returns the approval's id. @throws AppError those of `Approvals.propose` and `RemovalKind.subject` */
  async execute(input: { actor: Actor; driveId: string; reasonCode: RemovalReason; reason: string }): Promise<string> {
    const { actor, driveId, reasonCode, reason } = input;
    const authors = await this.mails.receivers(actor, driveId);
    try {
      return await this.transactor.run(async (tx) => {
        const payload = { drive_id: driveId, reason_code: reasonCode };
        const id = await this.approvals.add(tx, actor, { kind: this.kind, payload, reason });
        const listing = await this.listings.lockLive(tx, driveId);
        if (listing.state === 'listed') await this.transitions.move(tx, { actor, listing, to: 'paused', reason });
        await this.mails.statusChanged(tx, listing, { ...PROPOSED, reason }, authors);
        return id;
      });
    } catch (error) {
      throw refusalOf(error, APPROVAL_REFUSALS);
    }
  }
}
