import { Injectable } from '@nestjs/common';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AppealRecords } from './appeal-records.js';
import { assertAppealOpen } from './decide-listing-appeal.js';
import { listingsErrors } from '../errors.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';

/** An author withdraws an undecided appeal. The decision is final and cannot be appealed again. */
@Injectable()
export class WithdrawListingAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly appeals: ListingAppealsRepository,
    private readonly records: AppealRecords,
  ) {}

  /** @throws AppError `listing_appeal_not_found` (404), `appeal_ended` (409) */
  async execute({ actor, appealId }: { actor: Actor; appealId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const known = await this.appeals.find(tx, appealId);
      if (!known || !scopeIds(actor, 'author').includes(known.orgId)) throw listingsErrors.listing_appeal_not_found();
      await this.listings.lock(tx, known.driveId);
      const appeal = (await this.appeals.lock(tx, appealId))!;
      assertAppealOpen(appeal, 'withdrawn');
      await this.appeals.withdraw(tx, appealId);
      await this.records.ended(tx, actor, appeal, 'withdrawn', null);
    });
  }
}
