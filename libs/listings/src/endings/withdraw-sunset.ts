import { Injectable } from '@nestjs/common';
import { AuthorAccounts, Drives } from '@portal/authors';
import { AppError } from '@portal/kernel';
import { Audit, Outbox, Transactor, type Actor } from '@portal/platform';
import { listingStates } from '../listing/domain/listing-state.js';
import { listingsErrors } from '../errors.js';
import { SunsetWithdrawn } from '../events.js';
import { ListingRecords } from '../listing/listing-records.js';
import { EndingsRepository } from './endings.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';

/** Takes an announced end back, as long as installs are not closed: the Drive is in the catalogue again. */
@Injectable()
export class WithdrawSunset {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly endings: EndingsRepository,
    private readonly records: ListingRecords,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly drives: Drives,
    private readonly accounts: AuthorAccounts,
  ) {}

  /** @throws AppError `sunset_not_announced` (404), `invalid_transition` (409) once installs are closed, and those of `AuthorAccounts.assertStays` */
  async execute(input: { actor: Actor; driveId: string; reason: string }): Promise<void> {
    const { actor, driveId, reason } = input;
    const drive = await this.drives.get(driveId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      const sunset = listing && (await this.endings.openSunset(tx, driveId));
      if (!sunset) throw new AppError(listingsErrors.sunset_not_announced);
      listingStates.assert(listing.state, 'listed');
      if (drive) await this.accounts.assertStays(tx, drive.orgId);
      await this.endings.withdrawSunset(tx, sunset.id);
      await this.records.move(tx, { actor, listing, to: 'listed', reason });
      await this.outbox.emit(tx, SunsetWithdrawn, { drive_id: driveId, sunset_id: sunset.id });
      await this.audit.record(tx, {
        actor,
        action: 'listing.sunset_withdrawn',
        subjectType: 'drive',
        subjectId: driveId,
        before: { state: listing.state },
        after: { state: 'listed' },
        reason,
      });
    });
  }
}
