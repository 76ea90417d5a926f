import { Injectable } from '@nestjs/common';
import { commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { stateAfter, submissionStates, type Decision } from '../submissions/domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import type { DecideSubmissionDto } from '../listing/listings.dto.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { reviewRefusal } from './review-refusals.js';
import { ApproveRevision } from './approve-revision.js';
import { RecordDecision } from './record-decision.js';
import { ReviewCases } from './review-cases.js';
import { ReviewGate } from './review-gate.js';

/** A reviewer decides on a submission; approval puts its revision live. */
@Injectable()
export class DecideReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly gate: ReviewGate,
    private readonly approve: ApproveRevision,
    private readonly record: RecordDecision,
    private readonly mailer: ListingMailer,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `decision_reason_missing`,
   *   `rejection_code_missing` (400), `author_suspended`, `digest_mismatch`, `review_outdated`, `price_missing`,
   *   `listing_not_live`, `invalid_transition` (409: another reviewer was faster), `account_offboarding`,
   *   `account_terminated` (403), and the refusals of `ReviewGate.pass`.
   */
  async execute(actor: Actor, submissionId: string, decided: DecideSubmissionDto): Promise<void> {
    const { decision, code, digest } = decided;
    assertReasons(decided);
    const known = await this.cases.find(submissionId);
    const authors = await this.mailer.authors(known.orgId);
    try {
      await this.transactor.run(async (tx) => {
        const { listing, submission } = await this.cases.lock(tx, actor, known);
        assertUndecided(submission, decision);
        submissionStates.assert(submission.state, stateAfter(decision));
        const revision = await this.cases.revision(tx, submission, digest);
        const notes = await this.gate.pass(tx, actor, submission, decision);
        const own = decided.reason ?? '';
        const reason = decision === 'request_changes' ? [own, notes].filter(Boolean).join('\n\n') : own;
        if (decision === 'approve') await this.approve.execute(tx, { actor, listing, submission, revision });
        const { name } = revision.manifest;
        await this.record.execute(tx, { actor, submission, name, decision, code, reason, authors });
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}

/** Another reviewer was faster: both decisions, for comparison. */
function assertUndecided(
  { state, decision, decidedAt }: Pick<SubmissionEntity, 'state' | 'decision' | 'decidedAt'>,
  wanted: Decision,
): void {
  if (state === 'in_review' || !decision || !decidedAt) return;
  throw commonErrors.invalid_transition({
    message: 'This submission is decided already. See details, then load it again.',
    details: [
      { pointer: '/decided', code: decision, message: `"${decision}" was decided at ${decidedAt.toISOString()}.` },
      { pointer: '/decision', code: wanted, message: `You wanted "${wanted}".` },
    ],
  });
}

function assertReasons({ decision, reason, code }: DecideSubmissionDto): void {
  if (decision !== 'request_changes' && !reason)
    throw listingsErrors.decision_reason_missing({
      details: [{ pointer: '/reason', code: 'missing', message: listingsErrors.decision_reason_missing.message }],
    });
  if (decision === 'reject' && !code)
    throw listingsErrors.rejection_code_missing({
      details: [{ pointer: '/code', code: 'missing', message: listingsErrors.rejection_code_missing.message }],
    });
}
