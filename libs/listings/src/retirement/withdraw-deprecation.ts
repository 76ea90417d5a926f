import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingStates } from '../listing/domain/listing-state.js';
import { listingsErrors } from '../errors.js';
import { DeprecationWithdrawn } from '../events.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { RetirementRepository } from './retirement.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';

/** Withdraws an announced end, as long as new installs are not closed: the Drive is in the catalogue again. */
@Injectable()
export class WithdrawDeprecation {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
    private readonly accounts: AuthorAccounts,
  ) {}

  /** @throws AppError `deprecation_not_announced` (404), `invalid_transition` (409) once installs are closed, and those of `AuthorAccounts.assertMay` */
  async execute(input: { actor: Actor; driveId: string; reason: string }): Promise<void> {
    const { actor, driveId, reason } = input;
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      const deprecation = listing && (await this.retirement.openDeprecation(tx, driveId));
      if (!deprecation) throw listingsErrors.deprecation_not_announced();
      listingStates.assert(listing.state, 'listed');
      await this.accounts.assertMay(tx, listing.orgId, 'take_back_end');
      await this.retirement.withdrawDeprecation(tx, deprecation.id);
      await this.transitions.move(tx, { actor, listing, to: 'listed', reason });
      await tx.emit(DeprecationWithdrawn, { drive_id: driveId, sunset_id: deprecation.id });
      const change = { before: { state: listing.state }, after: { state: 'listed' }, reason };
      await tx.audit(actor, 'listing.sunset_withdrawn', ['drive', driveId], change);
    });
  }
}
