import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingStates, STAFF_STATES, type StaffState } from '../listing/domain/listing-state.js';
import { listingsErrors } from '../errors.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { RetirementRepository } from './retirement.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { ListingStatusMails } from './listing-status-mails.js';

const STATE_MAIL: Record<StaffState, { what: string; more: string }> = {
  paused: { what: 'is paused', more: 'It is not in the catalogue and takes no installs; running installs go on.' },
  listed: { what: 'is live again', more: 'It is in the catalogue and takes installs.' },
};

/** Staff pauses or resumes a listing. Running installs are not touched; ends have their own use cases. */
@Injectable()
export class ChangeListingState {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
    private readonly mails: ListingStatusMails,
  ) {}

  /** @throws AppError `listing_not_found` (404), `listing_not_live`, `removal_proposed`, `invalid_transition` (409) */
  async execute(input: { actor: Actor; driveId: string; to: StaffState; reason: string }): Promise<StaffState> {
    const { actor, driveId, to, reason } = input;
    const authors = await this.mails.receivers(actor, driveId);
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lockLive(tx, driveId);
      // A sunset is withdrawn by its own use case, and no listing resumes while a removal waits for a second person.
      if (!STAFF_STATES.some((state) => state === listing.state)) listingStates.assert(listing.state, listing.state);
      listingStates.assert(listing.state, to);
      if (to === 'listed' && (await this.retirement.removalWaits(tx, driveId))) throw listingsErrors.removal_proposed();
      await this.transitions.move(tx, { actor, listing, to, reason });
      const change = { before: { state: listing.state }, after: { state: to }, reason };
      await tx.audit(actor, `listing.${to}`, ['drive', driveId], change);
      await this.mails.statusChanged(tx, listing, { ...STATE_MAIL[to], reason }, authors);
      return to;
    });
  }
}
