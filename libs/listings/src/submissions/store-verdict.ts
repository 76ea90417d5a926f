import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { Transactor } from '@portal/platform/database';
import { AnnounceVerdict } from './announce-verdict.js';
import { checkRow } from './check-progress.js';
import { CheckListing } from './check-listing.js';
import { skippedListingChecks } from './listing-checks.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import type { SubmissionEntity } from './submission.entity.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { submissionPasses } from '../conformance/submission-passes.js';
import { RecordRun } from '../conformance/record-run.js';

/** Stores the results of the checks of a submission, its revision and its next state in one transaction. */
@Injectable()
export class StoreVerdict {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly runs: RecordRun,
    private readonly announce: AnnounceVerdict,
    private readonly checking: CheckListing,
  ) {}

  async execute(submission: SubmissionEntity, result: ConformanceResult): Promise<void> {
    const receivers = await this.announce.receivers(submission.orgId);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, submission.driveId);
      const now = await this.submissions.lock(tx, submission.id);
      if (!listing || now?.state !== 'validating') return;
      await this.runs.ofSubmission(tx, submission.driveId, submission.id, result);
      const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
      const { canonical: manifest, raw, report } = result;
      const readable = submissionPasses(result) && manifest !== null && raw !== null && report.digest !== null;
      const found = readable ? { digest: report.digest, origin: submission.origin, manifest } : undefined;
      const own = found ? await this.checking.execute(tx, listing, found, live) : skippedListingChecks();
      const checks = [...result.results, ...own];
      await this.submissions.saveChecks(tx, submission.id, checks.map(checkRow));
      if (!found || own.some((check) => check.status === 'fail')) {
        await this.announce.failed(tx, now, { name: listing.name, checks }, receivers);
        return;
      }
      const { driveId, manifestUrl } = submission;
      const seen = { raw: raw!, manifest: found.manifest, digest: found.digest };
      const revision = await this.revisions.keep(tx, { driveId, manifestUrl, ...seen });
      await this.announce.passed(tx, now, { revision, baseRevisionId: listing.liveRevisionId, checks }, receivers);
    });
  }
}
