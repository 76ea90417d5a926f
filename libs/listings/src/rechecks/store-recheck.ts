import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { Transactor, type Tx } from '@portal/platform/database';
import { RecordRun } from '../conformance/record-run.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { checkRow } from '../submissions/check-progress.js';
import { CheckListing } from '../submissions/check-listing.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import type { RecheckOutcome } from './domain/recheck.js';
import { RechecksService } from './rechecks.service.js';

/**
 * Replaces the evidence by the results of a re-check, in one transaction. A judgement on changed evidence has
 * to be made again. Of another manifest than the one under review nothing is evidence: the run is kept, and the
 * reviewer is informed.
 */
@Injectable()
export class StoreRecheck {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly runs: RecordRun,
    private readonly rechecks: RechecksService,
    private readonly checking: CheckListing,
  ) {}

  async execute(
    recheck: { driveId: string; submissionId: string; recheckId: string },
    result: ConformanceResult,
  ): Promise<void> {
    const { driveId, submissionId, recheckId } = recheck;
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      const submission = await this.rechecks.lockRunning(tx, submissionId, recheckId);
      if (!listing || !submission?.revisionId) return;
      await this.runs.ofSubmission(tx, driveId, submissionId, result);
      await this.rechecks.finish(tx, recheck, await this.keep(tx, submission, listing, result));
    });
  }

  private async keep(
    tx: Tx,
    submission: SubmissionEntity,
    listing: ListingEntity,
    { report, results }: ConformanceResult,
  ): Promise<{ outcome: RecheckOutcome; reopened: string[] }> {
    const revision = await this.revisions.byId(tx, submission.revisionId!);
    // Unreachable is evidence about this revision too.
    if (report.digest !== null && report.digest !== revision.digest) return { outcome: 'other_manifest', reopened: [] };
    const { baseRevisionId } = submission;
    const base = baseRevisionId === null ? null : await this.revisions.byId(tx, baseRevisionId);
    const own = await this.checking.execute(tx, listing, revision, base);
    const checks = [...results, ...own].map(checkRow);
    const reopened = await this.rechecks.replaceEvidence(tx, submission.id, checks);
    const failed = !report.ok || own.some(({ status }) => status === 'fail');
    return { outcome: failed ? 'failed' : 'passed', reopened };
  }
}
