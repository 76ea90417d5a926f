import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { appealFiledMail } from './appeal-mails.js';
import { AppealRecords } from './appeal-records.js';
import { appealGap } from './domain/appeal.js';
import { listingsErrors } from '../errors.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingAppealsRepository, type Appealed } from './listing-appeals.repository.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';

/** The subject of an appeal: the refusal of a submission, or the removal of a listing. */
type AppealedDecision = { submissionId: string } | { driveId: string };

/** An author appeals a refusal or a removal, once. */
@Injectable()
export class FileListingAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly appeals: ListingAppealsRepository,
    private readonly mailer: ListingMailer,
    private readonly records: AppealRecords,
  ) {}

  /**
   * @throws AppError `submission_not_found`, `listing_not_found` (404), `appeal_heard_once`, `not_appealable`,
   *   `appeal_time_over`, `appeal_superseded` (409)
   */
  async execute(input: { actor: Actor; about: AppealedDecision; text: string }): Promise<void> {
    const { actor, about, text } = input;
    const submissionId = 'submissionId' in about ? about.submissionId : null;
    const notFound = submissionId === null ? listingsErrors.listing_not_found : listingsErrors.submission_not_found;
    const submission = submissionId === null ? undefined : await this.submissions.find(submissionId);
    const driveId = 'driveId' in about ? about.driveId : submission?.driveId;
    if (driveId === undefined) throw new AppError(notFound);
    const reviewers = await this.mailer.reviewers();
    try {
      await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, driveId);
        if (!listing || !scopeIds(actor, 'author').includes(listing.orgId)) throw new AppError(notFound);
        if (submissionId !== null) await this.submissions.lock(tx, submissionId);
        const facts = await this.facts(tx, driveId, submissionId);
        const gap = appealGap(facts, tx.now);
        if (gap) throw new AppError(listingsErrors[gap]);
        await this.file(tx, actor, listing, { submissionId, removalId: facts.removalId, text }, reviewers);
      });
    } catch (error) {
      throw refusalOf(error, {
        appeals_once_of_submission: listingsErrors.appeal_heard_once,
        appeals_once_of_removal: listingsErrors.appeal_heard_once,
      });
    }
  }

  private async facts(tx: Tx, driveId: string, submissionId: string | null): Promise<Appealed> {
    if (submissionId === null)
      return (
        (await this.appeals.factsOfRemoval(tx, driveId)) ?? {
          refusedAt: null,
          appealed: false,
          superseded: false,
          removalId: null,
        }
      );
    const facts = await this.appeals.factsOfSubmission(tx, submissionId);
    invariant(facts, 'a submission is never removed');
    return facts;
  }

  private async file(
    tx: Tx,
    actor: Actor,
    { driveId, orgId, name }: ListingEntity,
    appeal: { submissionId: string | null; removalId: string | null; text: string },
    reviewers: Awaited<ReturnType<ListingMailer['reviewers']>>,
  ): Promise<void> {
    const { submissionId, text } = appeal;
    const { id, judges } = await this.appeals.file(tx, actor, { ...appeal, driveId, orgId });
    await this.records.filed(tx, actor, { id, driveId, orgId, submissionId }, text);
    const others = reviewers.filter((reviewer) => !judges.includes(reviewer.id));
    await this.mailer.notify(tx, others, appealFiledMail(this.mailer.portal, { id, name, submissionId, text }));
  }
}
