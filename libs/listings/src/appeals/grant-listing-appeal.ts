import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { restoredState } from './domain/appeal.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { SubmissionTransitions } from '../submissions/submission-transitions.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import type { ListingAppealEntity } from './appeal.entity.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';

/**
 * Effect of a granted appeal, in the transaction of its decision: a refused submission is under review again, in a new
 * round without the one who refused it, and a removed listing returns to its previous state. The listing is locked.
 */
@Injectable()
export class GrantListingAppeal {
  constructor(
    private readonly appeals: ListingAppealsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly submissionTransitions: SubmissionTransitions,
    private readonly listingTransitions: ListingTransitions,
    private readonly accounts: AuthorAccounts,
  ) {}

  /** @throws AppError `account_offboarding`, `account_terminated` (403), `author_suspended` (409) */
  async execute(
    tx: Tx,
    input: { actor: Actor; listing: ListingEntity; appeal: ListingAppealEntity; reason: string },
  ): Promise<void> {
    const { actor, listing, reason } = input;
    const { orgId, submissionId } = input.appeal;
    if (submissionId !== null) {
      const submission = await this.submissions.lock(tx, submissionId);
      invariant(submission, 'a submission is never removed');
      // Without text: the thread shows it with the appeal.
      const again = { waitingSince: tx.now, round: submission.round + 1 };
      return this.submissionTransitions.move(tx, actor, submission, 'in_review', again);
    }
    await this.accounts.assertMay(tx, orgId, 'publish');
    const to = restoredState(await this.appeals.removed(tx, listing.driveId));
    await this.listingTransitions.move(tx, { actor, listing, to, reason });
  }
}
