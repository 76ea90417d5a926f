import { Injectable } from '@nestjs/common';
import { whyNot } from '@portal/approvals';
import { commonErrors } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { CheckDrive } from '../conformance/check-drive.js';
import { submissionPasses } from '../conformance/submission-passes.js';
import { outOfBounds, type OutOfBounds } from '../listing/domain/manifest-bounds.js';
import { DRIVE_CAPABILITIES } from '../listing/domain/drive-capabilities.js';
import { ApplyManifest } from './apply-manifest.js';
import { decideSync } from './domain/sync-decision.js';
import { RejectManifest } from './reject-manifest.js';
import { SettleReading } from './settle-reading.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { highestPublished } from '../listing/read/highest-version.js';
import { MOST_A_DAY, RevisionsRepository } from '../listing/revisions.repository.js';

const TOO_MANY: OutOfBounds = {
  pointer: '',
  expected: `at most ${MOST_A_DAY} manifests within 24 hours`,
  received: 'another one',
  cause: 'The manifest changes too often.',
  fix: `At most ${MOST_A_DAY} different ones are followed within 24 hours: serve the same one until then.`,
};

/**
 * Reads a live Drive's manifest again and follows it: check, keep, decide. Each step leaves its row; repeated after a
 * crash between any two, it reaches the same result.
 */
@Injectable()
export class SyncManifest {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly checkDrive: CheckDrive,
    private readonly settle: SettleReading,
    private readonly reject: RejectManifest,
    private readonly apply: ApplyManifest,
  ) {}

  /** False when the Drive was called and did not answer. */
  async execute(driveId: string): Promise<boolean> {
    const listing = await this.listings.find(driveId);
    if (!listing?.liveRevisionId) return true;
    const synced = { id: driveId, state: listing.state };
    if (await this.transactor.run((tx) => whyNot(tx, DRIVE_CAPABILITIES, synced, 'sync'))) return true;
    const live = await this.revisions.find(listing.liveRevisionId);
    if (!live) return true;
    const { manifestUrl } = live;
    const reading = await this.transactor.run((tx) => this.listings.syncBegins(tx, driveId));
    // Requested by a person or because something differs: the whole manifest, whatever its ETag says.
    const peeked = await this.checkDrive.peek(manifestUrl);
    const same = peeked.kind === 'read' && peeked.digest === live.digest && listing.lastSeenDigest === live.digest;
    if (same && this.settle.passedLately(listing)) {
      await this.settle.unchanged(driveId, reading, live.digest, true);
      return true;
    }
    const result = await this.checkDrive.execute({ driveId, manifestUrl });
    failpoint('sync.fetched');
    const { canonical: manifest, raw, report } = result;
    const read = { ...listing, reading };
    const changed = manifest !== null && report.ok && report.digest !== live.digest;
    const [unfit] = !changed ? [] : (await this.revisions.isBusy(driveId)) ? [TOO_MANY] : outOfBounds(manifest);
    if (!report.ok || manifest === null || raw === null || report.digest === null || unfit) {
      const movedTo = peeked.kind === 'read' ? peeked.movedTo : undefined;
      if (!(await this.reject.execute(read, result, { movedTo, unfit }))) throw commonErrors.conflict();
      return peeked.kind === 'unchanged' || peeked.answered;
    }
    const { digest } = report;
    // What a person decides on is installed for the probe tenants first, like a first version.
    const meant = await this.transactor.run(async (tx) =>
      decideSync(
        live,
        { digest, origin: live.origin, manifest },
        {
          highest: await highestPublished(tx, driveId),
          before: await this.revisions.settled(tx, driveId, digest),
          checks: result.results,
        },
      ),
    );
    const installed =
      meant.kind === 'review' ? await this.checkDrive.execute({ driveId, manifestUrl, probeInstalls: true }) : null;
    if (installed && (installed.report.digest !== digest || !submissionPasses(installed))) {
      // Another manifest by now is read again; what cannot be installed or removed is not followed.
      if (installed.report.digest === digest && (await this.reject.execute(read, installed))) return true;
      throw commonErrors.conflict();
    }
    const revision = await this.transactor.run((tx) =>
      this.revisions.keep(tx, { driveId, manifestUrl, raw, manifest, digest }),
    );
    failpoint('sync.stored');
    const followed = await this.apply.execute(read, revision, result, installed);
    failpoint('sync.published');
    // Something else went live in between: the delivery is tried again and compares with that.
    if (!followed) throw commonErrors.conflict();
    return true;
  }
}
