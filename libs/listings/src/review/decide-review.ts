import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { AppError, commonErrors, invariant } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import type { RejectionCode } from './domain/review-case.js';
import { stateAfter, submissionStates, type Decision } from '../submissions/domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { assertNotRetired } from '../listing/assert-not-retired.js';
import { PublishRevision } from '../listing/publish-revision.js';
import { ReviewClaims } from './review-claims.js';
import { reviewRefusal } from './review-refusals.js';
import { ReviewGate } from './review-gate.js';
import { ReviewMails } from './review-mails.js';
import { SubmissionTransitions } from '../submissions/submission-transitions.js';

export interface DecideInput {
  actor: Actor;
  submissionId: string;
  decision: Decision;
  /** Of the catalogue of reasons; a rejection needs one. */
  code?: RejectionCode | undefined;
  /** The author reads it. A request for changes is made of the notes of the judgements, with this before them. */
  reason?: string | undefined;
  /** What the reviewer looked at; the decision is about exactly this. */
  digest: string;
}

/** A reviewer decides on a submission; approval puts its revision live. */
@Injectable()
export class DecideReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly publish: PublishRevision,
    private readonly mailer: ListingMailer,
    private readonly mails: ReviewMails,
    private readonly gate: ReviewGate,
    private readonly claims: ReviewClaims,
    private readonly accounts: AuthorAccounts,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_submission` (403), `decision_reason_missing`,
   *   `rejection_code_missing` (400), `author_suspended`, `digest_mismatch`, `review_outdated`, `price_missing`, `listing_not_live`, `invalid_transition` (409:
   *   somebody else was faster), `account_offboarding`, `account_terminated` (403), and the refusals of `ReviewGate.pass`.
   */
  async execute(input: DecideInput): Promise<void> {
    const { actor, decision } = input;
    assertReasons(input);
    const known = await this.submissions.find(input.submissionId);
    if (!known) throw new AppError(listingsErrors.submission_not_found);
    if (scopeIds(actor, 'author').includes(known.orgId)) throw new AppError(listingsErrors.own_submission);
    const authors = await this.mailer.authors(known.orgId);
    try {
      await this.transactor.run(async (tx) => {
        // The listing first, as in every other flow: two decisions and a sync never wait for each other crosswise.
        const listing = await this.listings.lock(tx, known.driveId);
        const submission = await this.submissions.lock(tx, known.id);
        invariant(listing && submission, 'a submission has a listing and is never removed');
        const to = stateAfter(decision);
        assertUndecided(submission, decision);
        submissionStates.assert(submission.state, to);
        invariant(submission.revisionId, 'a submission in review has a revision');
        const revision = await this.revisions.byId(tx, submission.revisionId);
        if (revision.digest !== input.digest) throw new AppError(listingsErrors.digest_mismatch);
        const notes = await this.gate.pass(tx, actor, submission, decision);
        const own = input.reason ?? '';
        const reason = decision === 'request_changes' ? [own, notes].filter(Boolean).join('\n\n') : own;
        if (decision === 'approve') {
          assertNotRetired(listing);
          if (await this.accounts.isSuspended(tx, known.orgId)) throw new AppError(listingsErrors.author_suspended);
          await this.accounts.assertStays(tx, known.orgId);
          if (listing.liveRevisionId !== submission.baseRevisionId) throw new AppError(listingsErrors.review_outdated);
          const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
          await this.publish.execute(tx, { actor, listing, live, revision, submissionId: submission.id });
        }
        const decided = {
          decision,
          decisionCode: decision === 'reject' ? (input.code ?? null) : null,
          decisionReason: reason,
          decidedBy: actor.userId,
          decidedAt: tx.now,
        };
        await this.transitions.move(tx, actor, submission, to, decided, reason);
        await this.mails.decided(tx, submission.id, revision.manifest.name, { decision, reason }, authors);
        await this.claims.release(tx, actor, submission.id);
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}

/** Somebody else was faster: what was decided and what the caller wanted, side by side. */
function assertUndecided(
  { state, decision, decidedAt }: Pick<SubmissionEntity, 'state' | 'decision' | 'decidedAt'>,
  wanted: Decision,
): void {
  if (state === 'in_review' || !decision || !decidedAt) return;
  throw new AppError(commonErrors.invalid_transition, {
    message: 'This submission is decided already. See details, then load it again.',
    details: [
      { pointer: '/decided', code: decision, message: `"${decision}" was decided at ${decidedAt.toISOString()}.` },
      { pointer: '/decision', code: wanted, message: `You wanted "${wanted}".` },
    ],
  });
}

function assertReasons({ decision, reason, code }: DecideInput): void {
  if (decision !== 'request_changes' && !reason)
    throw new AppError(listingsErrors.decision_reason_missing, {
      details: [{ pointer: '/reason', code: 'missing', message: listingsErrors.decision_reason_missing.message }],
    });
  if (decision === 'reject' && !code)
    throw new AppError(listingsErrors.rejection_code_missing, {
      details: [{ pointer: '/code', code: 'missing', message: listingsErrors.rejection_code_missing.message }],
    });
}
