import { createHash } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor, type Tx } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import { OutboundClient } from '@portal/platform/outbound';
import type { Logger } from 'pino';
import { judgeList, readableText, NOTIFIED_BEFORE_MS, type KnownList } from './domain/subprocessor-list.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ObservedUse, type Notifications } from '../listing/observed-use.js';
import { SubprocessorListsRepository, type DueList } from './subprocessor-lists.repository.js';
import { SyncNotesRepository } from '../sync/sync-notes.repository.js';
import { UpkeepMails } from '../listing/upkeep-mails.js';

const BATCH = 100;
const AT_ONCE = 8;
/** Of one author at the same time: slow servers of one hold up nobody else. */
const MAX_CONCURRENT_PER_AUTHOR = 2;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;
/** A server that always says "unchanged" is read in full again after this, ms. */
const TRUST_ETAG_MS = 24 * 3_600_000;
/** So many failures in a row before the author is told. */
const FAILURES_TO_NOTIFY = 3;
const EVENT = 'subprocessor.updated';

const UNANNOUNCED = `Your list of subprocessors changed, and your Drive did not emit ${EVENT}. The change is on record with its date. Emit the event when the list changes.`;

type Read =
  { kind: 'unchanged' } | { kind: 'read'; digest: string; etag: string | null } | { kind: 'failed'; why: string };

/**
 * Reads the lists of subprocessors that live Drives claim to keep. A list that changed without the event that the contract
 * asks for is put on record, with the dates between which it changed, for reviewers and for the author.
 */
@Injectable()
export class WatchSubprocessors {
  constructor(
    private readonly transactor: Transactor,
    private readonly lists: SubprocessorListsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly mailer: ListingMailer,
    private readonly mails: UpkeepMails,
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    @Optional() @Inject(ObservedUse) private readonly observed?: ObservedUse,
  ) {}

  async execute(): Promise<void> {
    const waiting = await this.transactor.run((tx) => this.lists.takeDue(tx, BATCH));
    const busy = new Map<string, number>();
    const running = new Set<Promise<void>>();
    while (waiting.length > 0 || running.size > 0) {
      const at = waiting.findIndex(({ orgId }) => (busy.get(orgId) ?? 0) < MAX_CONCURRENT_PER_AUTHOR);
      if (at < 0 || running.size >= AT_ONCE) {
        await Promise.race(running);
        continue;
      }
      const [due] = waiting.splice(at, 1) as [DueList];
      busy.set(due.orgId, (busy.get(due.orgId) ?? 0) + 1);
      const look = this.look(due)
        .catch((error: unknown) => this.log.warn({ err: error, drive_id: due.driveId }, 'list not looked at'))
        .finally(() => {
          busy.set(due.orgId, busy.get(due.orgId)! - 1);
          running.delete(look);
        });
      running.add(look);
    }
  }

  private async look(due: DueList): Promise<void> {
    const read = await this.read(due);
    if (read.kind === 'failed') return this.failed(due, read.why);
    const known = await this.lists.known(due.driveId);
    // Told from a day before the old list was seen last.
    const since = new Date((known?.confirmedAt?.getTime() ?? 0) - NOTIFIED_BEFORE_MS);
    const telling = await this.observed?.told(due.driveId, EVENT, since);
    const authors = await this.mailer.authors(due.orgId);
    await this.transactor.run(async (tx) => {
      const now = await this.lists.lock(tx, due.driveId, due.url);
      if (!now) return;
      if (read.kind === 'read') await this.lists.readInFull(tx, due.driveId, read.etag);
      await this.notes.resolve(tx, due.driveId, ['subprocessors_unreadable']);
      const seen = read.kind === 'read' ? read.digest : (now.pendingDigest ?? now.digest);
      if (seen === null) return;
      const verdict = judgeList(now, seen, tx.now);
      if (verdict.kind === 'pending') return this.lists.await(tx, due.driveId, seen, verdict.since);
      if (verdict.kind === 'changed')
        await this.changed(tx, due, now, { seen, since: verdict.since, telling, authors });
      await this.lists.confirm(tx, due.driveId, seen);
    });
  }

  private async changed(
    tx: Tx,
    { driveId, url, name }: DueList,
    known: KnownList,
    found: {
      seen: string;
      since: Date;
      telling: Notifications | undefined;
      authors: Awaited<ReturnType<ListingMailer['authors']>>;
    },
  ): Promise<void> {
    const { seen, since, telling, authors } = found;
    const outcome =
      telling?.told === true ? 'announced' : (telling?.installs ?? 0) > 0 ? 'unannounced' : 'nobody_to_tell';
    await this.lists.addChange(tx, {
      driveId,
      url,
      digestBefore: known.digest!,
      digestAfter: seen,
      seenBeforeAt: known.confirmedAt!,
      noticedAt: since,
      outcome,
    });
    if (outcome !== 'unannounced') {
      await this.notes.resolve(tx, driveId, ['subprocessors_unannounced']);
      return;
    }
    // One mail, however often the list changes while the author has not seen to it.
    const told = await this.notes.isOpen(tx, driveId, 'subprocessors_unannounced');
    await this.notes.add(tx, driveId, {
      kind: 'subprocessors_unannounced',
      revisionId: null,
      digest: seen,
      text: UNANNOUNCED,
    });
    if (!told) await this.mails.subprocessors(tx, driveId, name, UNANNOUNCED, authors);
  }

  private async failed({ driveId, orgId, url, name }: DueList, why: string): Promise<void> {
    const authors = await this.mailer.authors(orgId);
    const text = `Your list of subprocessors cannot be read: ${why}`;
    await this.transactor.run(async (tx) => {
      const failures = await this.lists.failed(tx, driveId, url);
      if (failures === undefined || failures < FAILURES_TO_NOTIFY) return;
      const note = { kind: 'subprocessors_unreadable', revisionId: null, digest: null, text } as const;
      if (await this.notes.add(tx, driveId, note)) await this.mails.subprocessors(tx, driveId, name, text, authors);
    });
  }

  private async read({ url, etag, readAt }: DueList): Promise<Read> {
    const trusted = etag !== null && (readAt?.getTime() ?? 0) > this.clock.wallNow().getTime() - TRUST_ETAG_MS;
    const answer = await this.outbound.attempt({
      url,
      headers: { accept: 'text/html, application/json, text/*', ...(trusted ? { 'if-none-match': etag } : {}) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if ('failure' in answer)
      return { kind: 'failed', why: answer.failure === 'too_large' ? 'it is too large.' : 'there is no answer.' };
    if (answer.status === 304 && trusted) return { kind: 'unchanged' };
    if (answer.status !== 200) return { kind: 'failed', why: `its address answers with ${answer.status}.` };
    const text = readableText(answer.body.toString('utf8'), answer.headers['content-type'] ?? '');
    const given = answer.headers['etag'];
    return {
      kind: 'read',
      digest: createHash('sha256').update(text).digest('hex'),
      etag: given !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{1,180}"$/.test(given) ? given : null,
    };
  }
}
