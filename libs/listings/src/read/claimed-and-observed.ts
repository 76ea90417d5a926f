import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { asSystem, Database, type Actor } from '@portal/platform';
import type { ClaimedAndObservedView } from '../http/review.view.js';
import { ObservedUse } from '../observed-use.js';
import { OwnDrive } from '../own-drive.js';
import { claimedCapabilities, claimedEvents, reviewedPermissions } from './review-evidence.js';
import { Submissions } from './submissions.js';

/** What the live version of an author's Drive declares, beside what checks and installs showed: as reviewers read it. */
@Injectable()
export class ClaimedAndObserved {
  constructor(
    private readonly database: Database,
    private readonly ownDrive: OwnDrive,
    private readonly submissions: Submissions,
    @Optional() @Inject(ObservedUse) private readonly observed?: ObservedUse,
  ) {}

  /** Nothing for a Drive that is not live. @throws AppError `drive_not_found` (404) */
  async of(actor: Actor, driveId: string): Promise<ClaimedAndObservedView> {
    await this.ownDrive.of(actor, driveId);
    const [live] = await this.database.query<{ manifest: CanonicalManifest; submission_id: string | null }>(
      `select r.manifest, (select s.id from listings.submissions s where s.drive_id = l.drive_id and exists (
           select from listings.submission_checks c where c.submission_id = s.id) order by s.created_at desc, s.id desc limit 1) as submission_id
       from listings.listings l join listings.revisions r on r.id = l.live_revision_id where l.drive_id = $1`,
      [driveId],
    );
    if (!live) return { permissions: [], capabilities: [], events: [] };
    const { manifest, submission_id: submissionId } = live;
    // Sums over all tenants: which of them did what is not told.
    const use = await asSystem(() => Promise.resolve(this.observed?.ofDrive(driveId)));
    const checks = submissionId === null ? [] : await this.submissions.checks(submissionId);
    return {
      permissions: reviewedPermissions(manifest, manifest, checks, use),
      capabilities: claimedCapabilities(manifest, checks),
      events: claimedEvents(manifest, use),
    };
  }
}
