import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { ListingMailer } from '../listing/listing-mailer.js';
import type { RevisionEntity } from '../listing/listing.entity.js';
import { checksFailedMail, submissionWaitsMail, type VerdictChecks } from './submission-mails.js';
import type { SubmissionEntity } from './submission.entity.js';
import { SubmissionTransitions } from './submission-transitions.js';

/** Recipients of the results of the checks. */
interface VerdictReceivers {
  readonly authors: readonly Contact[];
  readonly reviewers: readonly Person[];
}

/**
 * Moves a submission to its next state by the results of its checks, and notifies the people concerned. The
 * submission is locked.
 */
@Injectable()
export class AnnounceVerdict {
  constructor(
    private readonly transitions: SubmissionTransitions,
    private readonly mailer: ListingMailer,
  ) {}

  /** Looked up before the transaction opens. */
  async receivers(orgId: string): Promise<VerdictReceivers> {
    const [authors, reviewers] = await Promise.all([this.mailer.authors(orgId), this.mailer.reviewers()]);
    return { authors, reviewers };
  }

  /** Back to its author. */
  async failed(
    tx: Tx,
    submission: SubmissionEntity,
    about: { name: string; checks: VerdictChecks },
    { authors }: VerdictReceivers,
  ): Promise<void> {
    await this.transitions.move(tx, SYSTEM_ACTOR, submission, 'failed', { validatedAt: tx.now });
    const mail = checksFailedMail(this.mailer.portal, { submissionId: submission.id, ...about });
    await this.mailer.notify(tx, authors, mail);
  }

  /** Before a reviewer, who compares the revision with `baseRevisionId`; null: nothing is live. */
  async passed(
    tx: Tx,
    submission: SubmissionEntity,
    about: { revision: RevisionEntity; baseRevisionId: string | null; checks: VerdictChecks },
    { reviewers }: VerdictReceivers,
  ): Promise<void> {
    const { revision, baseRevisionId, checks } = about;
    const waiting = { revisionId: revision.id, baseRevisionId, validatedAt: tx.now, waitingSince: tx.now };
    await this.transitions.move(tx, SYSTEM_ACTOR, submission, 'in_review', waiting);
    const mail = submissionWaitsMail(this.mailer.portal, submission.id, revision.manifest.name, checks);
    await this.mailer.notify(tx, reviewers, mail);
  }
}
