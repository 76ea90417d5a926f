import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { CheckDrive } from '../conformance/check-drive.js';
import { CheckProgress } from './check-progress.js';
import type { SubmissionEntity } from './submission.entity.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { StoreVerdict } from './store-verdict.js';
import { SubmissionTransitions } from './submission-transitions.js';

/** Runs the checks of a submission and puts it before a reviewer, or back to its author. Harmless when repeated. */
@Injectable()
export class ValidateSubmission {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly progress: CheckProgress,
    private readonly checkDrive: CheckDrive,
    private readonly verdict: StoreVerdict,
  ) {}

  async execute(submissionId: string): Promise<void> {
    const submission = await this.begin(submissionId);
    if (!submission) return;
    const { onCheck, drained } = this.progress.follow(submissionId);
    const result = await this.checkDrive.execute({
      driveId: submission.driveId,
      manifestUrl: submission.manifestUrl,
      probeInstalls: true,
      onCheck,
    });
    await drained();
    await this.verdict.execute(submission, result);
    failpoint('validate.stored');
  }

  /** Undefined when it was withdrawn or judged already. A submission that a crash left in `validating` starts again. */
  private begin(id: string): Promise<SubmissionEntity | undefined> {
    return this.transactor.run(async (tx) => {
      const submission = await this.submissions.lock(tx, id);
      if (!submission || !['received', 'validating'].includes(submission.state)) return undefined;
      if (submission.state === 'received') await this.transitions.move(tx, SYSTEM_ACTOR, submission, 'validating');
      await this.progress.queue(tx, id);
      return { ...submission, state: 'validating' };
    });
  }
}
