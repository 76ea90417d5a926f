import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import type { Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import type { ClaimedAndObservedView } from '../http/review.view.js';
import { ObservedUse } from '../../listing/observed-use.js';
import { AuthorizedDrives } from '../../listing/authorized-drives.js';
import { countedRuns } from '../../conformance/counted-runs-sql.js';
import { claimedCapabilities, claimedEvents, reviewedPermissions, type SeenCalls } from './review-evidence.js';

/**
 * What the live version of an author's Drive declares, compared with its last run of the checks and its installs: as
 * reviewers read it.
 */
@Injectable()
export class ClaimedAndObserved {
  constructor(
    private readonly database: Database,
    private readonly authorized: AuthorizedDrives,
    @Optional() @Inject(ObservedUse) private readonly observed?: ObservedUse,
  ) {}

  /** Nothing for a Drive that is not live. @throws AppError `drive_not_found` (404) */
  async of(actor: Actor, driveId: string): Promise<ClaimedAndObservedView> {
    await this.authorized.of(actor, driveId);
    const [live] = await this.database.query<{
      manifest: CanonicalManifest;
      checks: Record<string, string> | null;
      calls: SeenCalls | null;
      run: number | null;
      at: Date | null;
      submission_id: string | null;
    }>(
      `select r.manifest, run.checks, run.calls, run.seq as run, run.ran_at as at, run.submission_id
       from listings.listings l join listings.revisions r on r.id = l.live_revision_id
       left join lateral (select * from ${countedRuns('l.drive_id')} c where c.manifest = r.digest
         order by c.since desc, c.seq desc limit 1) run on true where l.drive_id = $1`,
      [driveId],
    );
    if (!live) return { permissions: [], capabilities: [], events: [], checked: null };
    const { manifest, calls, run, at, submission_id } = live;
    const checks = Object.entries(live.checks ?? {}).map(([id, state]) => ({ id, state }));
    // Sums over all tenants: without showing which of them did what.
    const use = await bypassRowSecurity(() => Promise.resolve(this.observed?.ofDrive(driveId)));
    return {
      permissions: reviewedPermissions(manifest, manifest, checks, use),
      capabilities: claimedCapabilities(manifest, checks, use, calls ?? {}),
      events: claimedEvents(manifest, use),
      checked: run === null || at === null ? null : { run, at: at.toISOString(), submission_id },
    };
  }
}
