import { Injectable } from '@nestjs/common';
import type { ConformanceResult } from '@portal/conformance';
import { Transactor } from '@portal/platform/database';
import { RecordRun } from '../conformance/record-run.js';
import type { OutOfBounds } from '../listing/domain/manifest-bounds.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import type { SyncedListing } from './apply-manifest.js';
import { SyncNotices } from './sync-notices.js';
import type { SyncNote } from './sync-notes.repository.js';

/** Handles a manifest of a live Drive that cannot be followed. */
@Injectable()
export class RejectManifest {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly runs: RecordRun,
    private readonly notices: SyncNotices,
  ) {}

  /**
   * Not reachable, not valid or moved away: the last good revision stays live at its origin, and the author is notified
   * once. False when another revision is live than the one it was read for.
   * @param movedTo another origin that the manifest's address redirects to: only a submission of it, with its proof of
   *   control and a reviewer's approval, is followed there.
   * @param unfit parts beyond the storage limits of a manifest that passes the checks.
   */
  async execute(
    read: SyncedListing,
    result: ConformanceResult,
    { movedTo, unfit }: { movedTo?: string | undefined; unfit?: OutOfBounds | undefined } = {},
  ): Promise<boolean> {
    const { report } = result;
    const unreachable = report.digest === null;
    const first = unfit ? { id: 'L05', cause: `${unfit.cause} ${unfit.fix}` } : report.findings[0];
    const text = movedTo
      ? `Your manifest's address sends us to ${movedTo}. Nothing is followed to another address by itself, and installs are still called at the old one. Submit the new address: a reviewer approves it, and then every install is called there.`
      : unreachable
        ? `Your manifest cannot be read: ${first?.cause ?? 'there is no answer'}`
        : `Your manifest does not pass the checks, so it is not followed. ${first?.id ?? ''} ${first?.cause ?? ''}`.trim();
    const note: SyncNote = {
      kind: movedTo ? 'origin_changed' : unreachable ? 'unreachable' : 'invalid',
      revisionId: null,
      digest: report.digest,
      text,
    };
    const receivers = await this.notices.receivers(read.orgId);
    const { driveId, reading } = read;
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (listing && listing.followedReading > reading) return true;
      if (listing?.liveRevisionId !== read.liveRevisionId) return false;
      await this.listings.syncFailed(tx, driveId, reading);
      const { drifted } = await this.runs.ofLive(tx, driveId, result);
      await this.notices.unusable(tx, read, { note, drifted }, receivers);
      return true;
    });
  }
}
