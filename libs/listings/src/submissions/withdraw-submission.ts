import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { SubmissionsRepository } from './submissions.repository.js';
import { SubmissionTransitions } from './submission-transitions.js';

/** The author withdraws a submission. The sync does not open it again while the manifest stays the same. */
@Injectable()
export class WithdrawSubmission {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
  ) {}

  /** @throws AppError `submission_not_found` (404), `invalid_transition` (409) */
  async execute({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lockOwn(tx, submissionId, actor);
      await this.transitions.move(tx, actor, submission, 'withdrawn', { takenBack: true });
    });
  }
}
