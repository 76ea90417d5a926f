import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { scopeIds, Transactor, type Actor } from '@portal/platform';
import { listingsErrors } from './errors.js';
import { ListingMails } from './listing-mails.js';
import { SubmissionsRepository } from './persistence/submissions.repository.js';
import { SubmissionRecords } from './submission-records.js';

/**
 * The author answers in words what the reviewer asked; the same digest goes back into review, in the next round. What was
 * judged in order stays so, because the evidence is the same; what stood against the Drive is judged anew.
 */
@Injectable()
export class AnswerReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly records: SubmissionRecords,
    private readonly mails: ListingMails,
  ) {}

  /** @throws AppError `submission_not_found` (404), `invalid_transition` (409) */
  async execute({ actor, submissionId, text }: { actor: Actor; submissionId: string; text: string }): Promise<void> {
    const reviewers = await this.mails.reviewers();
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lock(tx, submissionId);
      if (!submission || !scopeIds(actor, 'author').includes(submission.orgId))
        throw new AppError(listingsErrors.submission_not_found);
      const back = { answer: text, waitingSince: tx.now, round: submission.round + 1 };
      await this.records.move(tx, actor, submission, 'in_review', back, text);
      const [listing] = await tx.query<{ name: string }>('select name from listings.listings where drive_id = $1', [
        submission.driveId,
      ]);
      await this.mails.waiting(tx, submission.id, listing?.name ?? 'A Drive', reviewers);
    });
  }
}
