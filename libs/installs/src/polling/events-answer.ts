import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  canonicalKind,
  contractMajor,
  eventDigest,
  eventIdentity,
  eventList,
  eventTime,
  flatEventKinds,
  isEmittedKind,
  isObject,
  parseEnvelope,
  type CanonicalManifest,
  type EventRow,
} from '@portal/contract';
import type { InstallRow } from '../install/installs.repository.js';
import { DriveRefusal, malformed } from './call-install.js';
import {
  AHEAD_MS,
  attributionOf,
  BEFORE_MS,
  judgeRow,
  labelsOf,
  readRow,
  unknownInstallIds,
  unreadableRow,
  namesIn,
  type Judged,
  type RowOwner,
  type TimeWindow,
} from './domain/judge-row.js';
import { EventRowStream, RestTooLarge, type StreamedRow } from './domain/event-row-stream.js';
import type { DriveEventRow, EventBounds, RejectedRow, SkippedMark } from './drive-events.repository.js';

/** Rows, and their bytes, that are stored together. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 1024 * 1024;
/** Rows without an id of which is known how many equal ones there were. */
const MAX_COUNTED = 200_000;
/** Of a row that does not count, bytes. */
const MAX_CONTENT = 16_384;
const MAX_DETAIL = 500;

interface ReadRow {
  bytes: Uint8Array;
  value: unknown;
  judged: Judged;
  /** Why it cannot be read. */
  unreadable: ReturnType<typeof unreadableRow> | null;
  /** Installs, tenants and ventures that it names. */
  names: readonly string[];
  /** Of a row of a good shape. */
  identity: string;
  digest: string;
}

/** The install whose rows are selected, and the rows to select from. */
interface Recipient {
  readonly owner: RowOwner;
  readonly foreign: ReadonlySet<string>;
  readonly isShared: boolean;
  /** Whether the install stores rows without an owner. */
  readonly keeps: boolean;
  readonly rows: readonly ReadRow[];
  /** When it is another one than that of the answer. */
  readonly window?: TimeWindow;
}

/** The fields of an install by which rows are attributed. */
export type KnownInstall = Pick<InstallRow, 'id' | 'driveInstallId' | 'seenIds' | 'tenantId' | 'ventureId'> & {
  readonly active: boolean;
  readonly createdMs: number;
};

/** Rows that count, and those that do not and why. `settled`: rows as they came, perhaps quarantined as early. */
export interface Sorted {
  good: DriveEventRow[];
  rejected: RejectedRow[];
  settled: string[];
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Ids by which a Drive may name an install. */
export const ownerOf = ({
  id,
  driveInstallId,
  seenIds,
  tenantId,
  ventureId,
}: Pick<InstallRow, 'id' | 'driveInstallId' | 'seenIds' | 'tenantId' | 'ventureId'>): RowOwner => ({
  installIds: new Set([id, ...seenIds, ...(driveInstallId === null ? [] : [driveInstallId])]),
  tenantId,
  ventureId,
});

/** An answer being read: the rows to be stored, and its progress. */
export class Answer {
  rows = 0;
  fresh = 0;
  newestMs = 0;
  ordered = true;
  tooMany = false;
  /** How far events beyond the quota were skipped, by install. */
  readonly skipped = new Map<string, SkippedMark>();
  private readonly stream = new EventRowStream();
  private batch: ReadRow[] = [];
  private tooLarge: RejectedRow[] = [];
  private bytes = 0;
  private counted = new Map<string, { count: number; ts: number }>();
  private readonly window: TimeWindow;
  private readonly emitted: readonly string[];
  private readonly contract: number;

  /** @param bounds of the install, or of the oldest one when the answer is for all of a Drive */
  constructor(
    manifest: CanonicalManifest,
    readonly bounds: EventBounds,
  ) {
    // A revision that was read when fewer kinds were assumed emits those of today.
    this.contract = contractMajor(manifest);
    this.emitted = manifest.eventsAssumed ? flatEventKinds : manifest.eventsEmitted;
    this.window = this.windowOf(bounds.createdMs);
  }

  /** @throws DriveRefusal when the part outside of rows is too long */
  push(piece: Uint8Array): void {
    try {
      for (const row of this.stream.push(piece)) this.add(row);
    } catch (error) {
      if (error instanceof RestTooLarge)
        throw new DriveRefusal(
          'malformed_answer',
          200,
          'The plugin answered events with more than 64 KiB that are no rows in data.events.',
        );
      throw error;
    }
  }

  /** Times that an event of an install of that age may have. */
  windowOf(createdMs: number): TimeWindow {
    return { earliestMs: createdMs - BEFORE_MS, latestMs: this.bounds.nowMs + AHEAD_MS };
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
   * The answer has ended. A broken one keeps the rows that were whole; an unsuccessful one has none.
   * @throws DriveRefusal
   */
  finish(cut: boolean, path: string): 'malformed_answer' | 'too_much_out_of_order' | null {
    const { rest, found, open } = this.stream.end();
    if (cut && found) return this.tooMany && !this.ordered ? 'too_much_out_of_order' : null;
    const parsed = parseEnvelope(rest, { inexactNumbers: 'text' });
    if (parsed.ok && parsed.envelope.ok) {
      // The keys may be written with escapes, which the stream does not match.
      const list = found ? [] : eventList(parsed.envelope.data);
      if (!list)
        throw new DriveRefusal('malformed_answer', 200, 'The plugin answered without an array in "data.events".');
      for (const value of list) this.add({ bytes: Buffer.from(JSON.stringify(value)) });
      return null;
    }
    if (open && this.rows > 0) return 'malformed_answer';
    this.clear();
    throw malformed(parsed, path);
  }

  private add(row: StreamedRow): void {
    this.rows += 1;
    if ('tooLarge' in row) {
      this.tooLarge.push({
        ...reject('too_large', row.head),
        ...raw(row.head),
        digest: sha256(`${row.tooLarge}:${this.newestMs}`),
        detail: `A row of ${row.tooLarge} bytes is longer than a row may be.`,
      });
      return;
    }
    this.bytes += row.bytes.length;
    const parsed = readRow(row.bytes);
    const value = parsed.ok ? parsed.value : undefined;
    const judged = judgeRow(value, this.window, this.contract);
    const digest = judged.row ? eventDigest(judged.row) : '';
    const names = isObject(value) ? namesIn(value) : [];
    const unreadable = parsed.ok ? null : unreadableRow(row.bytes, parsed);
    const identity = judged.row ? this.identityOf(judged.row, names) : '';
    // The bytes may be a part of a larger buffer: the batch keeps its own.
    this.batch.push({ bytes: Uint8Array.from(row.bytes), value, judged, unreadable, names, identity, digest });
    const ts = isObject(value) ? eventTime(value, this.contract) : undefined;
    // Only a valid time moves the cursor, even one that is too old.
    if (typeof ts !== 'number' || !Number.isSafeInteger(ts) || ts < 0 || ts > this.window.latestMs) return;
    if (ts < this.newestMs) this.ordered = false;
    else this.newestMs = ts;
  }

  /** Rows without an id that are equal in everything are still several events (multiplicity). */
  private identityOf(row: EventRow, names: readonly string[]): string {
    const identity = eventIdentity(row);
    if (row.id !== null) return identity;
    // Equal ones of different installs are not counted together: each has its own in whatever order they come.
    const key = `${identity} ${names.join(' ')}`;
    const count = (this.counted.get(key)?.count ?? 0) + 1;
    this.counted.set(key, { count, ts: row.ts });
    if (this.counted.size > MAX_COUNTED) {
      // In a sorted answer no equal row can follow a later one; in an unsorted one this limit applies.
      if (this.ordered) this.counted = new Map([...this.counted].filter(([, { ts }]) => ts >= row.ts));
      this.tooMany = this.counted.size > MAX_COUNTED;
    }
    return count > 1 ? `${identity}#${count}` : identity;
  }

  /** Rows of a good shape that name nobody, whatever their time. */
  unnamed(owner: RowOwner, foreign: ReadonlySet<string>): EventRow[] {
    return this.batch.flatMap(({ value, judged }) =>
      judged.row && isObject(value) && attributionOf(value, owner, foreign) === 'nobody' ? [judged.row] : [],
    );
  }

  unknownIds(owner: RowOwner): string[] {
    return [...new Set(this.batch.flatMap(({ value }) => (isObject(value) ? unknownInstallIds(value, owner) : [])))];
  }

  /** Everything that the rows name, for looking up these installs. */
  get names(): string[] {
    return [...new Set(this.batch.flatMap(({ names }) => names))];
  }

  /** The rows of one install, in an answer that is its own. */
  sort(to: Omit<Recipient, 'rows' | 'window'>): Sorted {
    const sorted = this.sorted({ ...to, rows: this.batch });
    sorted.rejected.unshift(...this.tooLarge);
    return sorted;
  }

  /**
   * The rows of each install, in an answer that is the same for all. Rows of none of them belong to the keeper.
   * @param known installs of the Drive that are named, running or not, and the keeper
   */
  route(known: readonly KnownInstall[], keeperId: string): Map<string, Sorted> {
    const owners = known.map((install) => ({ install, owner: ownerOf(install) }));
    const ids = owners.flatMap(({ owner }) => [...owner.installIds]);
    const taken = new Set<ReadRow>();
    const routed = new Map<string, Sorted>();
    for (const { install, owner } of owners) {
      const foreign = new Set(ids.filter((id) => !owner.installIds.has(id)));
      const rows = this.batch.filter(
        (row) =>
          row.names.some((name) => name === owner.tenantId || name === owner.ventureId || owner.installIds.has(name)) &&
          isObject(row.value) &&
          attributionOf(row.value, owner, foreign) === 'own',
      );
      for (const row of rows) taken.add(row);
      if (!install.active || rows.length === 0) continue;
      const window = this.windowOf(install.createdMs);
      routed.set(install.id, this.sorted({ owner, foreign, isShared: true, keeps: false, rows, window }));
    }
    const keeper = owners.find(({ install }) => install.id === keeperId)!;
    const foreign = new Set(ids.filter((id) => !keeper.owner.installIds.has(id)));
    const rows = this.batch.filter((row) => !taken.has(row));
    const kept = this.sorted({ owner: keeper.owner, foreign, isShared: true, keeps: true, rows });
    const own = routed.get(keeperId);
    routed.set(keeperId, {
      good: [...(own?.good ?? []), ...kept.good],
      rejected: [...this.tooLarge, ...(own?.rejected ?? []), ...kept.rejected],
      settled: [...(own?.settled ?? []), ...kept.settled],
    });
    return routed;
  }

  private sorted(feed: Recipient): Sorted {
    const good: DriveEventRow[] = [];
    const rejected: RejectedRow[] = [];
    const settled: string[] = [];
    for (const read of feed.rows) {
      const { bytes, value } = read;
      const judged = feed.window && isObject(value) ? judgeRow(value, feed.window, this.contract) : read.judged;
      if (read.unreadable) {
        rejected.push({ ...reject('unreadable', bytes), ...raw(bytes), ...read.unreadable });
        continue;
      }
      if (!isObject(value)) {
        rejected.push({ ...reject('malformed', bytes), ...raw(bytes), detail: judged.detail ?? '' });
        continue;
      }
      const attribution = attributionOf(value, feed.owner, feed.foreign);
      // In a feed of the whole Drive, rows of its other installs are read there.
      if (attribution === 'other') {
        if (!feed.isShared)
          rejected.push({ ...reject('other_tenant', bytes), detail: 'The row names another install.' });
        continue;
      }
      const named = attribution === 'own';
      if (judged.rejection === null && attribution === 'nobody' && feed.isShared) {
        const detail = 'The row names no install, and every install gets it.';
        if (feed.keeps) rejected.push({ ...reject('unattributed', bytes), ...raw(bytes), ...labelsOf(value), detail });
        continue;
      }
      if (judged.rejection !== null) {
        const { rejection: reason, detail } = judged;
        // Of a row that may be another tenant's nothing is kept but why it does not count and what its author finds it by.
        const hidden = !named && (feed.isShared || judged.row === null);
        rejected.push({
          ...reject(reason, bytes),
          ...(!hidden && raw(bytes)),
          ...((!hidden || reason === 'malformed') && labelsOf(value)),
          detail: detail.slice(0, MAX_DETAIL),
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
  eventId: null,
  content: null,
  named: false,
});

/** As it came, as far as it is kept: text, or base64 where it is none that PostgreSQL takes. */
function raw(bytes: Uint8Array): Pick<RejectedRow, 'content'> {
  const kept = Buffer.from(bytes.subarray(0, MAX_CONTENT));
  if (!isUtf8(bytes) || kept.includes(0)) return { content: `base64:${kept.toString('base64')}` };
  // A character that is cut is left out.
  return { content: kept.toString('utf8').replace(/\ufffd$/, '') };
}
