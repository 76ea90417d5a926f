import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  canonicalKind,
  eventDigest,
  eventIdentity,
  eventList,
  flatEventKinds,
  isEmittedKind,
  isObject,
  parseEnvelope,
  parseStrictJson,
  type CanonicalManifest,
  type EventRow,
} from '@portal/contract';
import { Transactor, type Tx } from '@portal/platform/database';
import type { InstallRow } from '../installs.repository.js';
import { CallInstall, DriveRefusal } from './call-install.js';
import {
  AHEAD_MS,
  attributionOf,
  BEFORE_MS,
  judgeRow,
  unknownInstallIds,
  type Judged,
  type RowOwner,
  type TimeWindow,
} from './domain/judge-row.js';
import { EventRowStream, RestTooLarge, type StreamedRow } from './domain/event-row-stream.js';
import {
  DriveEventsRepository,
  type DriveEventRow,
  type EventBounds,
  type RejectedRow,
} from './drive-events.repository.js';
import { JudgeFeed } from './judge-feed.js';

/** Events are asked for again from this long before the newest one: rows of one millisecond, late rows. */
const OVERLAP_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
/** Read of one answer at most; the next one begins where it ended. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Rows, and their bytes, that are stored together. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 1024 * 1024;
/** Rows without an id of which is known how many equal ones there were. */
const MAX_COUNTED = 200_000;
const MAX_CONTENT = 4_000;
const MAX_DETAIL = 500;

export interface EventsRead {
  fresh: number;
  cursorMs: number;
  /** The answer held more than was read. */
  behind: boolean;
  problem: 'malformed_answer' | 'too_much_out_of_order' | null;
}

interface ReadRow {
  bytes: Uint8Array;
  value: unknown;
  judged: Judged;
  /** Of a row of a good shape. */
  identity: string;
  digest: string;
}

/**
 * Reads the events of an install as a stream, in constant memory. Whatever arrived whole is kept, and the cursor moves
 * up to it; it never passes the database's clock, and only rows with a possible time move it (decision 0034).
 */
@Injectable()
export class ReadEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: DriveEventsRepository,
    private readonly call: CallInstall,
    private readonly feed: JudgeFeed,
  ) {}

  /**
   * @param last after the end: without the token, which is dead, so that only rows which name the install are its own
   * @throws DriveRefusal, OutboundError when there was no answer to read
   */
  async execute(install: InstallRow, origin: string, manifest: CanonicalManifest, last = false): Promise<EventsRead> {
    const bounds = await this.transactor.run((tx) => this.events.bounds(tx, install.id));
    const before = Number(install.eventsCursorMs);
    // Behind, it goes on in the millisecond in which the last answer ended, of which some rows may be missing.
    const since = Math.max(0, bounds.behind ? before - 1 : before - OVERLAP_MS);
    const path = `${manifest.endpoints.events}?since=${since}`;
    const answer = new Answer(install, manifest, bounds);
    const store = async (): Promise<void> => {
      if (answer.isEmpty) return;
      const ids = answer.unknownIds;
      const foreign =
        ids.length === 0
          ? new Set<string>()
          : await this.transactor.run((tx) => this.events.foreignIds(tx, install.driveId, install.id, ids));
      const unnamed = last ? [] : answer.unnamed(foreign);
      const shared = unnamed.length > 0 && (await this.feed.execute(install, { origin, path, rows: unnamed }));
      answer.fresh += await this.transactor.run((tx) =>
        this.storeBatch(tx, install, answer, { foreign, shared, last }),
      );
      answer.clear();
    };
    const cut = await this.call.stream(
      install,
      { origin, path, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...(last ? { bearer: null } : {}) },
      async (piece) => {
        answer.push(piece);
        if (answer.isFull) await store();
        return !answer.tooMany;
      },
    );
    if (cut !== undefined && cut !== 'enough' && answer.rows === 0) throw cut;
    const problem = answer.finish(cut !== undefined, path);
    await store();
    return this.conclude(install, answer, { before, cut: cut !== undefined, behindBefore: bounds.behind, problem });
  }

  private async conclude(
    install: InstallRow,
    answer: Answer,
    {
      before,
      cut,
      behindBefore,
      problem,
    }: { before: number; cut: boolean; behindBefore: boolean; problem: EventsRead['problem'] },
  ): Promise<EventsRead> {
    const { fresh } = answer;
    const { nowMs } = answer.bounds;
    if (!cut && problem === null) return { fresh, cursorMs: Math.min(answer.newestMs, nowMs), behind: false, problem };
    // Rows that come in no order may have older ones behind them: the cursor stays, and what is there is stored.
    if (!answer.ordered) return { fresh, cursorMs: before, behind: false, problem: problem ?? 'too_much_out_of_order' };
    const reachedMs = Math.min(answer.newestMs, nowMs);
    if (cut && behindBefore && reachedMs <= before) {
      // More rows of one millisecond than one answer may hold: going on means to pass over the rest of them.
      await this.transactor.run((tx) => this.events.reject(tx, install.id, [unread(before)]));
      return { fresh, cursorMs: before + 1, behind: true, problem };
    }
    return { fresh, cursorMs: Math.max(before, reachedMs), behind: cut && answer.rows > 0, problem };
  }

  private async storeBatch(
    tx: Tx,
    install: InstallRow,
    answer: Answer,
    { foreign, shared, last }: { foreign: ReadonlySet<string>; shared: boolean; last: boolean },
  ): Promise<number> {
    // Another read may just have found out that every token gets the same.
    const isShared = (await this.feed.isShared(tx, install.driveId)) || shared;
    const keeps = isShared && !last && (await this.feed.keeps(tx, install));
    const { good, rejected, settled } = answer.sort({ isShared: isShared || last, keeps, foreign });
    await this.events.reject(tx, install.id, rejected);
    if (settled.length > 0) await this.events.forgetEarly(tx, install.id, settled);
    return this.events.store(tx, install.id, good);
  }
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const unread = (ms: number): RejectedRow => ({
  reason: 'unread',
  digest: sha256(`unread:${ms}`),
  kind: null,
  detail: `More events of one millisecond than one answer may hold: ${new Date(ms).toISOString()}.`,
  content: null,
  named: false,
});

/** One answer while it is read: what of it waits to be stored, and how far it went. */
class Answer {
  readonly owner: RowOwner;
  rows = 0;
  fresh = 0;
  newestMs = 0;
  ordered = true;
  tooMany = false;
  private readonly stream = new EventRowStream();
  private batch: ReadRow[] = [];
  private tooLarge: RejectedRow[] = [];
  private bytes = 0;
  private counted = new Map<string, { count: number; ts: number }>();
  private readonly window: TimeWindow;
  private readonly emitted: readonly string[];

  constructor(
    install: InstallRow,
    manifest: CanonicalManifest,
    readonly bounds: EventBounds,
  ) {
    // A revision that was read when fewer kinds were assumed emits those of today.
    this.emitted = manifest.eventsAssumed ? flatEventKinds : manifest.eventsEmitted;
    this.window = { earliestMs: bounds.createdMs - BEFORE_MS, latestMs: bounds.nowMs + AHEAD_MS };
    const { id, driveInstallId, seenIds, tenantId, ventureId } = install;
    this.owner = {
      installIds: new Set([id, ...seenIds, ...(driveInstallId === null ? [] : [driveInstallId])]),
      tenantId,
      ventureId,
    };
  }

  /** @throws DriveRefusal when what is no row is too long */
  push(piece: Uint8Array): void {
    try {
      for (const row of this.stream.push(piece)) this.add(row);
    } catch (error) {
      if (error instanceof RestTooLarge)
        throw new DriveRefusal('malformed_answer', 200, 'The answer of events holds no events.');
      throw error;
    }
  }

  get isEmpty(): boolean {
    return this.batch.length === 0 && this.tooLarge.length === 0;
  }
  get isFull(): boolean {
    return this.batch.length >= BATCH_ROWS || this.bytes >= BATCH_BYTES;
  }

  clear(): void {
    this.batch = [];
    this.tooLarge = [];
    this.bytes = 0;
  }

  /**
   * The answer has ended. A broken one keeps the rows that were whole; one that is no success at all has none.
   * @throws DriveRefusal
   */
  finish(cut: boolean, path: string): EventsRead['problem'] {
    const { rest, found, open } = this.stream.end();
    if (cut && found) return this.tooMany && !this.ordered ? 'too_much_out_of_order' : null;
    const parsed = parseEnvelope(rest);
    if (parsed.ok && parsed.envelope.ok) {
      // The keys may be written with escapes, which the stream does not look for.
      if (!found)
        for (const value of eventList(parsed.envelope.data) ?? [])
          this.add({ bytes: Buffer.from(JSON.stringify(value)) });
      return null;
    }
    if (open && this.rows > 0) return 'malformed_answer';
    this.clear();
    throw new DriveRefusal('malformed_answer', 200, `The plugin answered ${path.split('?')[0]} with HTTP 200.`);
  }

  private add(row: StreamedRow): void {
    this.rows += 1;
    if ('tooLarge' in row) {
      this.tooLarge.push({
        reason: 'too_large',
        digest: sha256(`${row.tooLarge}:${this.newestMs}`),
        kind: null,
        detail: `A row of ${row.tooLarge} bytes is longer than a row may be.`,
        content: null,
        named: false,
      });
      return;
    }
    this.bytes += row.bytes.length;
    const parsed = parseStrictJson(row.bytes);
    const value = parsed.ok ? parsed.value : undefined;
    const judged = judgeRow(value, this.window);
    const digest = judged.row ? eventDigest(judged.row) : '';
    const identity = judged.row ? this.identityOf(judged.row) : '';
    // The bytes may be a part of a larger buffer: the batch keeps its own.
    this.batch.push({ bytes: Uint8Array.from(row.bytes), value, judged, identity, digest });
    const ts = isObject(value) ? value.ts : undefined;
    // Only a time that is one moves the cursor; what is too old is as good as any other.
    if (typeof ts !== 'number' || !Number.isSafeInteger(ts) || ts < 0 || ts > this.window.latestMs) return;
    if (ts < this.newestMs) this.ordered = false;
    else this.newestMs = ts;
  }

  /** Rows without an id that are equal in everything are still several events (multiplicity). */
  private identityOf(row: EventRow): string {
    const identity = eventIdentity(row);
    if (row.id !== null) return identity;
    const count = (this.counted.get(identity)?.count ?? 0) + 1;
    this.counted.set(identity, { count, ts: row.ts });
    if (this.counted.size > MAX_COUNTED) {
      // In order, an equal row cannot come any more once the time has gone on; in no order this is as far as it goes.
      if (this.ordered) this.counted = new Map([...this.counted].filter(([, { ts }]) => ts >= row.ts));
      this.tooMany = this.counted.size > MAX_COUNTED;
    }
    return count > 1 ? `${identity}#${count}` : identity;
  }

  /** Rows of a good shape that name nobody, whatever their time. */
  unnamed(foreign: ReadonlySet<string>): EventRow[] {
    return this.batch.flatMap(({ value, judged }) =>
      judged.row && isObject(value) && attributionOf(value, this.owner, foreign) === 'nobody' ? [judged.row] : [],
    );
  }

  get unknownIds(): string[] {
    return [
      ...new Set(this.batch.flatMap(({ value }) => (isObject(value) ? unknownInstallIds(value, this.owner) : []))),
    ];
  }

  /** Which rows count, and which do not and why. `settled`: rows as they came that may have been kept apart as early. */
  sort(feed: { isShared: boolean; keeps: boolean; foreign: ReadonlySet<string> }): {
    good: DriveEventRow[];
    rejected: RejectedRow[];
    settled: string[];
  } {
    const good: DriveEventRow[] = [];
    const rejected = [...this.tooLarge];
    const settled: string[] = [];
    for (const read of this.batch) {
      const { bytes, value, judged } = read;
      if (!isObject(value)) {
        rejected.push({
          ...reject('malformed', bytes),
          detail: 'A row is not an object of JSON.',
          content: text(bytes),
        });
        continue;
      }
      const attribution = attributionOf(value, this.owner, feed.foreign);
      // In a feed of the whole Drive, rows of its other installs are read there.
      if (attribution === 'other') {
        if (!feed.isShared)
          rejected.push({ ...reject('other_tenant', bytes), detail: 'The row names another install.' });
        continue;
      }
      const kind = judged.row && canonicalKind(judged.row.type);
      const named = attribution === 'own';
      if (judged.rejection === null && attribution === 'nobody' && feed.isShared) {
        const detail = 'The row names no install, and every install gets it.';
        if (feed.keeps) rejected.push({ ...reject('unattributed', bytes), kind, detail, content: text(bytes) });
        continue;
      }
      if (judged.rejection !== null) {
        const { rejection: reason, detail } = judged;
        // Of a row that may be another tenant's nothing is kept but why it does not count.
        const hidden = !named && (feed.isShared || judged.row === null);
        rejected.push({
          ...reject(reason, bytes),
          kind: hidden ? null : kind,
          detail: detail.slice(0, MAX_DETAIL),
          content: hidden ? null : text(bytes),
          named,
        });
        continue;
      }
      const { row } = judged;
      good.push({
        identity: read.identity,
        digest: read.digest,
        kind: canonicalKind(row.type),
        tsMs: row.ts,
        payload: row.payload,
        quarantine: isEmittedKind(row, this.emitted) ? null : 'kind_not_listed',
        named,
      });
      if (this.bounds.early) settled.push(sha256(bytes));
    }
    return { good, rejected, settled };
  }
}

const reject = (reason: RejectedRow['reason'], bytes: Uint8Array): Omit<RejectedRow, 'detail'> => ({
  reason,
  digest: sha256(bytes),
  kind: null,
  content: null,
  named: false,
});

/** As it came, as far as it is kept; PostgreSQL takes no NUL. */
function text(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('utf8')
    .replaceAll('\0', '\ufffd')
    .slice(0, MAX_CONTENT)
    .replace(/[\ud800-\udbff]$/, '');
}
