import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { describeAppeal } from '../appeals/domain/describe-appeal.js';
import type { Decision } from '../submissions/domain/submission-state.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingAppealsRepository } from '../appeals/listing-appeals.repository.js';

const OUTCOME: Record<Decision, string> = {
  approve: 'is approved and live',
  request_changes: 'needs something from you before it can go live',
  reject: 'is rejected',
};

/** Mail about reviews, and synced changes under review. */
@Injectable()
export class ReviewMails {
  constructor(
    private readonly mailer: ListingMailer,
    private readonly appeals: ListingAppealsRepository,
  ) {}

  async updateWaits(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    authors: readonly Contact[],
  ): Promise<void> {
    await this.mailer.notify(tx, authors, {
      topic: 'reviews',
      subject: `${name}: ${version === null ? 'your changed manifest' : `version ${version}`} waits for a reviewer`,
      text: `A reviewer looks at it first. The live version serves until it is decided:\n${this.mailer.portal}/author/submissions/${submissionId}`,
      path: `/author/submissions/${submissionId}`,
    });
  }

  /** After the decision, because a refusal names the day until which it can be appealed. */
  async decided(
    tx: Tx,
    submissionId: string,
    name: string,
    decision: { decision: Decision; reason: string },
    authors: readonly Contact[],
  ): Promise<void> {
    const appeal = describeAppeal(await this.appeals.factsOfSubmission(tx, submissionId), tx.now);
    await this.mailer.notify(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your submission ${OUTCOME[decision.decision]}`,
      text: `Your submission ${OUTCOME[decision.decision]}:\n${this.mailer.portal}/author/submissions/${submissionId}\n\nThe reviewer writes:\n${decision.reason}${appeal && `\n\n${appeal.trim()}`}`,
      path: `/author/submissions/${submissionId}`,
    });
  }

  /** The author's manifest is another one than the submission that waits. */
  async changedInReview(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    reviewers: readonly Person[],
  ): Promise<void> {
    const path = `/review/submissions/${submissionId}`;
    await this.mailer.notify(tx, reviewers, {
      topic: 'reviews',
      subject: `${name}: its manifest changed while a submission waits`,
      text: `The Drive serves ${version === null ? 'another manifest' : `version ${version}`}, which is not what was submitted. Your decision is about what was submitted; the change is followed when this submission ends:\n${this.mailer.portal}${path}`,
      path,
    });
  }

  /** The waiting revision is no longer served: the manifest that replaced it needs no review and is live. */
  async overtaken(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    { authors, reviewers }: { authors: readonly Contact[]; reviewers: readonly Person[] },
  ): Promise<void> {
    const subject = `${name}: the change that waited for review is no longer served`;
    const text = `The Drive serves ${version === null ? 'another manifest' : `version ${version}`} instead, which goes live without a review. The review of the earlier change has ended, and nothing of it is live:`;
    for (const [receivers, path] of [
      [authors, `/author/submissions/${submissionId}`],
      [reviewers, `/review/submissions/${submissionId}`],
    ] as const)
      await this.mailer.notify(tx, receivers, {
        topic: 'reviews',
        subject,
        text: `${text}\n${this.mailer.portal}${path}`,
        path,
      });
  }
}
