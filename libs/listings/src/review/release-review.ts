import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ReviewClaims } from './review-claims.js';

/** A reviewer gives a case back before its time runs out. Harmless when repeated. */
@Injectable()
export class ReleaseReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly claims: ReviewClaims,
  ) {}

  /** @throws AppError `submission_not_found` (404) */
  async execute({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lock(tx, submissionId);
      if (!submission) throw new AppError(listingsErrors.submission_not_found);
      await this.claims.release(tx, actor, submissionId);
    });
  }
}
