import { Injectable } from '@nestjs/common';
import { utcDay } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { listingStates } from '../listing/domain/listing-state.js';
import { isFairNotice, type DeprecationDates } from './domain/deprecation.js';
import { listingsErrors } from '../errors.js';
import { DeprecationAnnounced } from '../events.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { RetirementRepository } from './retirement.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { ListingStatusMails } from './listing-status-mails.js';

/**
 * Announces the end of a Drive. It leaves the catalogue now, takes no installs from one day on, and its installs end
 * on another.
 */
@Injectable()
export class AnnounceDeprecation {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
    private readonly mails: ListingStatusMails,
  ) {}

  /** @throws AppError `listing_not_found` (404), `deprecation_too_soon` (400), `listing_not_live`, `invalid_transition` (409) */
  async execute(input: DeprecationDates & { actor: Actor; driveId: string; reason: string }): Promise<void> {
    try {
      await this.announce(input);
    } catch (error) {
      throw refusalOf(error, { deprecations_notice: listingsErrors.deprecation_too_soon });
    }
  }

  private async announce(input: DeprecationDates & { actor: Actor; driveId: string; reason: string }): Promise<void> {
    const { actor, driveId, reason, closesAt, retiresAt } = input;
    const authors = await this.mails.receivers(actor, driveId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lockLive(tx, driveId);
      listingStates.assert(listing.state, 'sunset_announced');
      if (!isFairNotice({ closesAt, retiresAt }, tx.now)) throw listingsErrors.deprecation_too_soon();
      const sunsetId = await this.retirement.announce(tx, actor, { driveId, reason, closesAt, retiresAt });
      await this.transitions.move(tx, { actor, listing, to: 'sunset_announced', reason });
      const days = { closes_at: closesAt.toISOString(), retires_at: retiresAt.toISOString() };
      await tx.emit(DeprecationAnnounced, { drive_id: driveId, sunset_id: sunsetId, ...days, reason });
      await tx.audit(actor, 'listing.sunset_announced', ['drive', driveId], {
        before: { state: listing.state },
        after: { state: 'sunset_announced', ...days },
        reason,
      });
      const [closes, retires] = [closesAt, retiresAt].map(utcDay);
      const more = `It takes no installs from ${closes} on, and its installs end on ${retires} (UTC).`;
      await this.mails.statusChanged(tx, listing, { what: 'ends', more, reason }, authors);
    });
  }
}
