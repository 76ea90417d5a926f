import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { listingStates } from '../listing/domain/listing-state.js';
import type { RemovalReason } from './domain/deprecation.js';
import { listingsErrors } from '../errors.js';
import { ListingEnded } from '../events.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { RetirementRepository } from './retirement.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { ListingStatusMails } from './listing-status-mails.js';

const PROPOSED = {
  what: 'may be removed',
  more: 'It takes no installs until that is decided; running installs go on.',
};
const STAYS = { what: 'is not removed', more: 'If it was paused for this, it stays paused until it is resumed.' };

/**
 * Removal at once, by two people: the first proposes and the Drive is paused, the second confirms and everything that
 * is installed ends. Nothing can be installed while a removal is proposed.
 */
@Injectable()
export class RemoveListing {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
    private readonly mails: ListingStatusMails,
  ) {}

  /** @throws AppError `listing_not_found` (404), `listing_not_live`, `removal_proposed`, `invalid_transition` (409) */
  async propose(input: { actor: Actor; driveId: string; reasonCode: RemovalReason; reason: string }): Promise<void> {
    const { actor, driveId, reasonCode, reason } = input;
    const by = person(actor);
    const authors = await this.mails.receivers(actor, driveId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lockLive(tx, driveId);
      const { state } = listing;
      listingStates.assert(state, 'removed');
      if (await this.retirement.openRemoval(tx, driveId)) throw new AppError(listingsErrors.removal_proposed);
      await this.retirement.propose(tx, { driveId, reasonCode, reason, by });
      if (state === 'listed') await this.transitions.move(tx, { actor, listing, to: 'paused', reason });
      await tx.audit(actor, 'listing.removal_proposed', ['drive', driveId], {
        before: { state },
        after: { reason_code: reasonCode },
        reason,
      });
      await this.mails.statusChanged(tx, listing, { ...PROPOSED, reason }, authors);
    });
  }

  /** @throws AppError `removal_not_proposed` (404), `removal_needs_second_person` (403) */
  async confirm(input: { actor: Actor; driveId: string }): Promise<void> {
    const { actor, driveId } = input;
    const by = person(actor);
    const authors = await this.mails.receivers(actor, driveId);
    try {
      await this.transactor.run(async (tx) => {
        const listing = await this.listings.lockLive(tx, driveId);
        const { state } = listing;
        const removal = await this.retirement.openRemoval(tx, driveId);
        if (!removal) throw new AppError(listingsErrors.removal_not_proposed);
        if (removal.proposedBy === by.id) throw new AppError(listingsErrors.removal_needs_second_person);
        listingStates.assert(state, 'removed');
        await this.retirement.confirm(tx, removal.id, by);
        const deprecation = await this.retirement.openDeprecation(tx, driveId);
        if (deprecation && deprecation.closedAt === null) await this.retirement.withdrawDeprecation(tx, deprecation.id);
        await this.transitions.move(tx, { actor, listing, to: 'removed', reason: removal.reason });
        await tx.emit(ListingEnded, { drive_id: driveId, how: 'removed', reason: removal.reason });
        const after = { reason_code: removal.reasonCode, state: 'removed' };
        await tx.audit(actor, 'listing.removed', ['drive', driveId], {
          before: { state },
          after,
          reason: removal.reason,
        });
        await this.mails.removed(tx, listing, removal.reason, authors);
      });
    } catch (error) {
      throw refusalOf(error, { removals_second_person: listingsErrors.removal_needs_second_person });
    }
  }

  /** The Drive stays paused until somebody resumes it. @throws AppError `removal_not_proposed` (404) */
  async withdraw(input: { actor: Actor; driveId: string; reason: string }): Promise<void> {
    const { actor, driveId, reason } = input;
    const authors = await this.mails.receivers(actor, driveId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lockLive(tx, driveId);
      const { state } = listing;
      const removal = await this.retirement.openRemoval(tx, driveId);
      if (!removal) throw new AppError(listingsErrors.removal_not_proposed);
      await this.retirement.withdrawRemoval(tx, removal.id);
      await tx.audit(actor, 'listing.removal_withdrawn', ['drive', driveId], { before: { state }, after: {}, reason });
      await this.mails.statusChanged(tx, listing, { ...STAYS, reason }, authors);
    });
  }
}

function person(actor: Actor): { id: string; name: string } {
  return { id: requirePerson(actor, 'A person has to decide this.'), name: actor.name };
}
