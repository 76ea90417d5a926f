import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import { CheckDrive } from '../conformance/check-drive.js';
import { CheckProgress, checkRow, recheckStream } from '../submissions/check-progress.js';
import { checkListing } from '../submissions/domain/listing-checks.js';
import { changedCriteria, type RecheckOutcome } from './domain/recheck.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RechecksRepository } from './rechecks.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { RecordRun } from '../conformance/record-run.js';

/**
 * Runs the checks of a case again and puts what they find in the place of the evidence. What was judged on evidence that
 * changed is to be judged again. Of another manifest than the one under review nothing is evidence: the run is kept, and
 * the reviewer is told. Harmless when repeated.
 */
@Injectable()
export class RunRecheck {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly rechecks: RechecksRepository,
    private readonly progress: CheckProgress,
    private readonly checkDrive: CheckDrive,
    private readonly runs: RecordRun,
    private readonly live: LiveFeed,
    private readonly audit: Audit,
  ) {}

  async execute({ submissionId, recheckId }: { submissionId: string; recheckId: string }): Promise<void> {
    const submission = await this.transactor.run((tx) => this.begin(tx, submissionId, recheckId));
    if (!submission) return;
    const { driveId, manifestUrl } = submission;
    const { onCheck, drained } = this.progress.follow(submissionId, recheckId);
    const result = await this.checkDrive.execute({ driveId, manifestUrl, onCheck });
    await drained();
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      const now = await this.begin(tx, submissionId, recheckId);
      if (!listing || !now?.revisionId) return;
      await this.runs.ofSubmission(tx, driveId, submissionId, result);
      const { outcome, reopened } = await this.store(tx, now, listing.slug, result);
      await this.rechecks.end(tx, recheckId, outcome, reopened);
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'review.rechecked',
        subjectType: 'submission',
        subjectId: submissionId,
        after: { recheck: recheckId, outcome, reopened },
      });
      await this.live.append(tx, recheckStream(recheckId), 'done', { outcome });
    });
  }

  /** The submission, locked; undefined when the re-check is over, or was asked about what is decided now. */
  private async begin(tx: Tx, submissionId: string, recheckId: string): Promise<SubmissionEntity | undefined> {
    const submission = await this.submissions.lock(tx, submissionId);
    const open = await this.rechecks.openOf(tx, submissionId);
    if (!submission || open?.id !== recheckId) return undefined;
    if (submission.state === 'in_review') return submission;
    await this.rechecks.end(tx, recheckId, 'dropped');
    await this.live.append(tx, recheckStream(recheckId), 'done', { outcome: 'dropped' });
    return undefined;
  }

  private async store(
    tx: Tx,
    submission: SubmissionEntity,
    slug: string,
    { report, results }: ConformanceResult,
  ): Promise<{ outcome: RecheckOutcome; reopened: string[] }> {
    const revision = await this.revisions.byId(tx, submission.revisionId!);
    // Unreachable is evidence about this revision too.
    if (report.digest !== null && report.digest !== revision.digest) return { outcome: 'other_manifest', reopened: [] };
    const { baseRevisionId } = submission;
    const base = baseRevisionId === null ? null : await this.revisions.byId(tx, baseRevisionId);
    const own = checkListing(revision, base, slug);
    const checks = [...results, ...own].map(checkRow);
    const reopened = changedCriteria(await this.submissions.checksOf(tx, submission.id), checks);
    await this.submissions.saveChecks(tx, submission.id, checks);
    const failed = !report.ok || own.some(({ status }) => status === 'fail');
    return { outcome: failed ? 'failed' : 'passed', reopened };
  }
}
