import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import { recheckStream } from '../submissions/check-progress.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import type { RecheckOutcome } from './domain/recheck.js';
import { RechecksRepository } from './rechecks.repository.js';

/** Re-checks that run, and their end. */
@Injectable()
export class RunningRechecks {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly rechecks: RechecksRepository,
    private readonly live: LiveFeed,
    private readonly audit: Audit,
  ) {}

  /** The submission, locked; undefined when the re-check is over, or its submission is decided now. */
  async lock(tx: Tx, submissionId: string, recheckId: string): Promise<SubmissionEntity | undefined> {
    const submission = await this.submissions.lock(tx, submissionId);
    const open = await this.rechecks.openOf(tx, submissionId);
    if (!submission || open?.id !== recheckId) return undefined;
    if (submission.state === 'in_review') return submission;
    await this.rechecks.end(tx, recheckId, 'dropped');
    await this.live.append(tx, recheckStream(recheckId), 'done', { outcome: 'dropped' });
    return undefined;
  }

  /** With its audit row and live feed. */
  async end(
    tx: Tx,
    { submissionId, recheckId }: { submissionId: string; recheckId: string },
    { outcome, reopened }: { outcome: RecheckOutcome; reopened: string[] },
  ): Promise<void> {
    await this.rechecks.end(tx, recheckId, outcome, reopened);
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action: 'review.rechecked',
      subjectType: 'submission',
      subjectId: submissionId,
      after: { recheck: recheckId, outcome, reopened },
    });
    await this.live.append(tx, recheckStream(recheckId), 'done', { outcome });
  }
}
