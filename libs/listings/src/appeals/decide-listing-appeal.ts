import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { AppealRecords } from './appeal-records.js';
import { appealDecidedMail } from './appeal-mails.js';
import { appealStateAfter, type AppealDecision, type AppealState } from './domain/appeal.js';
import { GrantListingAppeal } from './grant-listing-appeal.js';
import { listingsErrors } from '../errors.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import type { ListingAppealEntity } from './appeal.entity.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { reviewRefusal } from '../review/review-refusals.js';

/** A reviewer who had no part in a decision decides on the appeal against it. Dismissed, the decision is final. */
@Injectable()
export class DecideListingAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly appeals: ListingAppealsRepository,
    private readonly grant: GrantListingAppeal,
    private readonly records: AppealRecords,
    private readonly mailer: ListingMailer,
  ) {}

  /**
   * @throws AppError `listing_appeal_not_found` (404), `appeal_of_own_decision`, `own_organization`,
   *   `account_offboarding`, `account_terminated` (403), `appeal_ended`, `appeal_superseded`, `author_suspended`,
   *   `case_not_claimed` (409)
   */
  async execute(input: { actor: Actor; appealId: string; decision: AppealDecision; text: string }): Promise<void> {
    const { actor, appealId, text } = input;
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    const state = appealStateAfter(input.decision);
    const known = await this.transactor.run((tx) => this.appeals.find(tx, appealId));
    if (!known) throw listingsErrors.listing_appeal_not_found();
    const authors = await this.mailer.authors(known.orgId);
    try {
      await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, known.driveId);
        const appeal = await this.appeals.lock(tx, appealId);
        invariant(listing && appeal, 'an appeal has a listing and is never removed');
        assertAppealOpen(appeal, state);
        if (appeal.judges.includes(reviewerId)) throw listingsErrors.appeal_of_own_decision();
        await this.appeals.decide(tx, actor, { id: appealId, state, text });
        if (state === 'granted') await this.grant.execute(tx, { actor, listing, appeal, reason: text });
        await this.records.ended(tx, actor, appeal, state, text);
        const { driveId, submissionId } = appeal;
        const mail = appealDecidedMail(this.mailer.portal, { driveId, submissionId, name: listing.name, state, text });
        await this.mailer.notify(tx, authors, mail);
      });
    } catch (error) {
      const superseded = {
        appeals_not_superseded: listingsErrors.appeal_superseded,
        submissions_one_open: listingsErrors.appeal_superseded,
      };
      throw reviewRefusal(refusalOf(error, superseded));
    }
  }
}

/** Another reviewer was faster: both decisions, for comparison. */
export function assertAppealOpen({ state, endedAt }: ListingAppealEntity, wanted: AppealState): void {
  if (state === 'open') return;
  throw listingsErrors.appeal_ended({
    details: [
      { pointer: '/state', code: state, message: `It is ${state} since ${endedAt?.toISOString()}.` },
      { pointer: '/wanted', code: wanted, message: `You wanted it to be ${wanted}.` },
    ],
  });
}
