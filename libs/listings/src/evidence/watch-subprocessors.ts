import { Inject, Injectable, Optional } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { fairRound } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { judgeList, NOTIFIED_BEFORE_MS } from './domain/subprocessor-list.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ObservedUse } from '../listing/observed-use.js';
import { SubprocessorListsRepository, type DueList } from './subprocessor-lists.repository.js';
import { ReadSubprocessorList } from './read-subprocessor-list.js';
import { SUBPROCESSOR_EVENT, SubprocessorFindings } from './subprocessor-findings.js';

const BATCH = 100;
const AT_ONCE = 8;
/** Limit per author, so that slow servers of one author do not delay others. */
const MAX_CONCURRENT_PER_AUTHOR = 2;
/** Failures in a row after which the author is notified. */
const FAILURES_TO_NOTIFY = 3;

/**
 * Reads the lists of subprocessors that live Drives claim to keep. A list that changed without the event that the contract
 * asks for is put on record, with the dates between which it changed, for reviewers and for the author.
 */
@Injectable()
export class WatchSubprocessors {
  constructor(
    private readonly transactor: Transactor,
    private readonly lists: SubprocessorListsRepository,
    private readonly read: ReadSubprocessorList,
    private readonly findings: SubprocessorFindings,
    private readonly mailer: ListingMailer,
    @Inject(LOGGER) private readonly log: Logger,
    @Optional() @Inject(ObservedUse) private readonly observed?: ObservedUse,
  ) {}

  /** Until none is due. @param stopping begins nothing new once it is aborted */
  execute(stopping?: AbortSignal): Promise<void> {
    return fairRound({
      claim: () => this.transactor.run((tx) => this.lists.takeDue(tx, BATCH)),
      work: (due) =>
        this.look(due).catch((error: unknown) => this.log.warn({ err: error, drive_id: due.driveId }, 'list not read')),
      whose: ({ orgId }) => orgId,
      atOnce: AT_ONCE,
      ofOne: MAX_CONCURRENT_PER_AUTHOR,
      stopping,
    });
  }

  private async look(due: DueList): Promise<void> {
    const read = await this.read.execute(due);
    if (read.kind === 'failed') return this.failed(due, read.why);
    const known = await this.lists.known(due.driveId);
    // An event counts from a day before the old list was last found.
    const since = new Date((known?.confirmedAt?.getTime() ?? 0) - NOTIFIED_BEFORE_MS);
    const notifications = await this.observed?.notifications(due.driveId, SUBPROCESSOR_EVENT, since);
    const authors = await this.mailer.authors(due.orgId);
    await this.transactor.run(async (tx) => {
      const now = await this.lists.lock(tx, due.driveId, due.url);
      if (!now) return;
      if (read.kind === 'read') await this.lists.readInFull(tx, due.driveId, read.etag);
      await this.findings.readable(tx, due.driveId);
      const digest = read.kind === 'read' ? read.digest : (now.pendingDigest ?? now.digest);
      if (digest === null) return;
      const entries = read.kind === 'read' ? read.entries : null;
      const verdict = judgeList(now, digest, tx.now);
      if (verdict.kind === 'pending')
        return this.lists.await(tx, due.driveId, { digest, entries, since: verdict.since });
      if (verdict.kind === 'changed')
        await this.findings.changed(tx, due, now, { digest, entries, since: verdict.since, notifications, authors });
      await this.lists.confirm(tx, due.driveId, digest, entries);
    });
  }

  private async failed(due: DueList, why: string): Promise<void> {
    const authors = await this.mailer.authors(due.orgId);
    await this.transactor.run(async (tx) => {
      const failures = await this.lists.failed(tx, due.driveId, due.url);
      if (failures === undefined || failures < FAILURES_TO_NOTIFY) return;
      await this.findings.unreadable(tx, due, why, authors);
    });
  }
}
