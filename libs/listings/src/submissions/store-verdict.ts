import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { checkRow } from './check-progress.js';
import { checkListing, skippedListingChecks } from './domain/listing-checks.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import type { SubmissionEntity } from './submission.entity.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { RecordRun } from '../conformance/record-run.js';
import { ReviewMails } from '../review/review-mails.js';
import { SubmissionTransitions } from './submission-transitions.js';

/** Writes down what the checks of a submission found: the revision, every check, and the next state, in one transaction. */
@Injectable()
export class StoreVerdict {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly mailer: ListingMailer,
    private readonly mails: ReviewMails,
    private readonly runs: RecordRun,
  ) {}

  async execute(submission: SubmissionEntity, result: ConformanceResult): Promise<void> {
    const [authors, reviewers] = await Promise.all([this.mailer.authors(submission.orgId), this.mailer.reviewers()]);
    await this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, submission.driveId);
      const now = await this.submissions.lock(tx, submission.id);
      if (!listing || now?.state !== 'validating') return;
      await this.runs.ofSubmission(tx, submission.driveId, submission.id, result);
      const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
      const { canonical: manifest, raw, report } = result;
      const readable = report.ok && manifest !== null && raw !== null && report.digest !== null;
      const found = readable ? { digest: report.digest, origin: submission.origin, manifest } : undefined;
      const own = found ? checkListing(found, live, listing.slug) : skippedListingChecks();
      const checks = [...result.results, ...own];
      await this.submissions.saveChecks(tx, submission.id, checks.map(checkRow));
      if (!found || own.some((check) => check.status === 'fail')) {
        await this.transitions.move(tx, SYSTEM_ACTOR, now, 'failed', { validatedAt: tx.now });
        const failed = checks.flatMap(({ id, rule, status }) => (status === 'fail' ? [`${id}: ${rule}`] : []));
        await this.mails.checksFailed(tx, { submissionId: submission.id, name: listing.name, failed }, authors);
        return;
      }
      const revision = await this.revisions.keep(tx, {
        driveId: submission.driveId,
        manifestUrl: submission.manifestUrl,
        raw: raw!,
        manifest: found.manifest,
        digest: found.digest,
      });
      await this.transitions.move(tx, SYSTEM_ACTOR, now, 'in_review', {
        revisionId: revision.id,
        baseRevisionId: listing.liveRevisionId,
        validatedAt: tx.now,
        waitingSince: tx.now,
      });
      await this.mails.waiting(tx, submission.id, found.manifest.name, reviewers);
    });
  }
}
