import { Injectable } from '@nestjs/common';
import { commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { AnswerReviewDto } from '../listing/listings.dto.js';
import { answerOf, type AskedFinding } from './domain/submission-notes.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { SubmissionWords } from './submission-words.js';
import { submissionWaitsMail } from './submission-mails.js';
import { SubmissionTransitions } from './submission-transitions.js';

/**
 * The author answers the reviewer's questions in text; the same digest goes back into review, in the next round. What
 * was passed stays passed, because the evidence is the same; judgements against the Drive are made again.
 */
@Injectable()
export class AnswerReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly mailer: ListingMailer,
    private readonly words: SubmissionWords,
  ) {}

  /**
   * With `answers` every finding of the round has one; without, `text` is about all of them.
   * @throws AppError `submission_not_found` (404), `invalid_transition`, `findings_unanswered` (409)
   */
  async execute(actor: Actor, submissionId: string, { text: about = '', answers }: AnswerReviewDto): Promise<void> {
    const reviewers = await this.mailer.reviewers();
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lockOwn(tx, submissionId, actor);
      if (submission.state !== 'changes_requested') throw commonErrors.invalid_transition();
      const asked = await this.words.asked(submissionId, tx);
      const { message: text, missing } = answerOf(asked, about, answers ?? []);
      if ((answers && missing.length > 0) || text === '')
        throw listingsErrors.findings_unanswered({ details: missing.map(unanswered) });
      const back = { answer: text, waitingSince: tx.now, round: submission.round + 1 };
      await this.transitions.move(tx, actor, submission, 'in_review', back, text);
      const [listing] = await tx.query<{ name: string }>('select name from listings.listings where drive_id = $1', [
        submission.driveId,
      ]);
      const mail = submissionWaitsMail(this.mailer.portal, submission.id, listing?.name ?? 'A Drive');
      await this.mailer.notify(tx, reviewers, mail);
    });
  }

  /**
   * Withdraws the submission instead. The sync does not open it again while the manifest stays the same.
   * @throws AppError `submission_not_found` (404), `invalid_transition` (409)
   */
  async withdraw({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lockOwn(tx, submissionId, actor);
      await this.transitions.move(tx, actor, submission, 'withdrawn', { takenBack: true });
    });
  }
}

const unanswered = ({ criterion, title, note }: AskedFinding): { pointer: string; code: string; message: string } => ({
  pointer: `/answers/${criterion}`,
  code: 'unanswered',
  message: `${title}: ${note}`,
});
