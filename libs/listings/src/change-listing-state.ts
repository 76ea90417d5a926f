import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Transactor, type Actor } from '@portal/platform';
import { listingStates, type ListingState } from './domain/listing-state.js';
import { listingsErrors } from './errors.js';
import { ListingsRepository } from './persistence/listings.repository.js';

/** Staff pauses, resumes or sunsets a listing. Running installs are not touched. */
@Injectable()
export class ChangeListingState {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `listing_not_found` (404), `listing_not_live`, `invalid_transition` (409) */
  async execute(input: { actor: Actor; driveId: string; to: ListingState; reason: string }): Promise<ListingState> {
    const { actor, driveId, to, reason } = input;
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing) throw new AppError(listingsErrors.listing_not_found);
      if (listing.state === 'unlisted') throw new AppError(listingsErrors.listing_not_live);
      listingStates.assert(listing.state, to);
      await this.listings.move(tx, driveId, listing.state, to);
      await this.audit.record(tx, {
        actor,
        action: `listing.${to}`,
        subjectType: 'drive',
        subjectId: driveId,
        before: { state: listing.state },
        after: { state: to },
        reason,
      });
      return to;
    });
  }
}
