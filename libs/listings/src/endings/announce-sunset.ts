import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Outbox, Transactor, violatedConstraint, type Actor } from '@portal/platform';
import { listingStates } from '../listing/domain/listing-state.js';
import { isFairSunset, type SunsetDates } from './domain/sunset.js';
import { listingsErrors } from '../errors.js';
import { SunsetAnnounced } from '../events.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingRecords } from '../listing/listing-records.js';
import { EndingsRepository } from './endings.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { StandingMails } from '../listing/standing-mails.js';

/** Says when a Drive ends. It leaves the catalogue now, takes no installs from one day on, and its installs end on another. */
@Injectable()
export class AnnounceSunset {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly endings: EndingsRepository,
    private readonly records: ListingRecords,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly mailer: ListingMailer,
    private readonly mails: StandingMails,
  ) {}

  /** @throws AppError `listing_not_found` (404), `sunset_too_soon` (400), `listing_not_live`, `invalid_transition` (409) */
  async execute(input: SunsetDates & { actor: Actor; driveId: string; reason: string }): Promise<void> {
    try {
      await this.announce(input);
    } catch (error) {
      if (violatedConstraint(error) === 'sunsets_notice') throw new AppError(listingsErrors.sunset_too_soon);
      throw error;
    }
  }

  private async announce(input: SunsetDates & { actor: Actor; driveId: string; reason: string }): Promise<void> {
    const { actor, driveId, reason, closesAt, retiresAt } = input;
    const authors = await this.mailer.whomStaffTells(actor, (await this.listings.find(driveId))?.orgId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (!listing) throw new AppError(listingsErrors.listing_not_found);
      if (listing.state === 'unlisted') throw new AppError(listingsErrors.listing_not_live);
      listingStates.assert(listing.state, 'sunset_announced');
      if (!isFairSunset({ closesAt, retiresAt }, tx.now)) throw new AppError(listingsErrors.sunset_too_soon);
      const by = { id: actor.userId, name: actor.name };
      const sunsetId = await this.endings.announce(tx, { driveId, reason, closesAt, retiresAt, by });
      await this.records.move(tx, { actor, listing, to: 'sunset_announced', reason });
      const days = { closes_at: closesAt.toISOString(), retires_at: retiresAt.toISOString() };
      await this.outbox.emit(tx, SunsetAnnounced, { drive_id: driveId, sunset_id: sunsetId, ...days, reason });
      await this.audit.record(tx, {
        actor,
        action: 'listing.sunset_announced',
        subjectType: 'drive',
        subjectId: driveId,
        before: { state: listing.state },
        after: { state: 'sunset_announced', ...days },
        reason,
      });
      const [closes, retires] = [closesAt, retiresAt].map((at) => at.toISOString().slice(0, 10));
      const more = `It takes no installs from ${closes} on, and its installs end on ${retires} (UTC).`;
      await this.mails.standing(tx, listing, { what: 'ends', more, reason }, authors);
    });
  }
}
