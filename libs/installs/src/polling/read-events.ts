import { Injectable } from '@nestjs/common';
import { contractMajor, type CanonicalManifest } from '@portal/contract';
import { DriveFindings, SUBPROCESSOR_EVENT } from '@portal/listings';
import { Transactor, violatedConstraint, type Tx } from '@portal/platform/database';
import type { DriveCall } from '@portal/secrets';
import { CallInstall } from './call-install.js';
import { DriveEventsRepository, type EventBounds, type RejectedRow } from './drive-events.repository.js';
import { EventFeedsRepository, type FeedPosition } from './event-feeds.repository.js';
import { Answer, ownerOf, sha256, type Sorted } from './events-answer.js';
import { JudgeFeed } from './judge-feed.js';
import type { ReadableInstall } from './readable-installs.repository.js';

/** Events are requested again from this long before the newest one: rows of one millisecond, late rows. */
const OVERLAP_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
/** Maximum to read of one answer, bytes; the next one begins where it ended. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The origin of a Drive, and the manifest with its endpoints. */
export interface Callable {
  readonly origin: string;
  readonly manifest: CanonicalManifest;
}

interface EventsRead {
  fresh: number;
  cursorMs: number;
  /** The answer contained more than was read. */
  behind: boolean;
  problem: 'malformed_answer' | 'too_much_out_of_order' | null;
}

/** A reading of the feed of a whole Drive: `freshOf`, how many events of each install were new. */
interface FeedRead extends Omit<EventsRead, 'fresh'> {
  readonly freshOf: ReadonlyMap<string, number>;
}

/** Whose events are read, and from where. */
interface EventsOf {
  readonly install: ReadableInstall;
  readonly drive: Callable;
  readonly bounds: EventBounds;
  readonly onAccepted?: DriveCall['onAccepted'];
}

/** Where reading begins, and with whose token. */
interface Begin extends EventsOf {
  readonly cursorMs: number;
  readonly last: boolean;
}

/**
 * Reads events as a stream, in constant memory. Whatever arrived whole is kept, and the cursor moves up to it; it never
 * passes the database's clock, and only rows with a possible time move it (decision 14).
 */
@Injectable()
export class ReadEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: DriveEventsRepository,
    private readonly feeds: EventFeedsRepository,
    private readonly call: CallInstall,
    private readonly feed: JudgeFeed,
    private readonly findings: DriveFindings,
  ) {}

  /**
   * The events of one install, requested with its token.
   * @param last after the end: without the token, which is dead, so that only rows which name the install are its own
   * @throws DriveRefusal, OutboundError when there was no answer to read
   */
  async execute(of: EventsOf, last = false): Promise<EventsRead> {
    const { install, drive } = of;
    const begin = { ...of, cursorMs: Number(install.eventsCursorMs), last };
    const owner = ownerOf(install);
    return this.read(begin, async (answer, path) => {
      const ids = answer.unknownIds(owner);
      const foreign = await this.events.foreignIds(install.driveId, install.id, ids);
      const unnamed = last ? [] : answer.unnamed(owner, foreign);
      const shared =
        unnamed.length > 0 &&
        (await this.feed.execute(install, {
          origin: drive.origin,
          path,
          contract: contractMajor(drive.manifest),
          rows: unnamed,
        }));
      return this.withinQuota(async (tx, exact) => {
        // Another read may just have found out that every token gets the same.
        const isShared = (await this.feeds.isShared(tx, install.driveId)) || shared;
        const keeps = isShared && !last && (await this.feeds.keeps(tx, install));
        const sorted = answer.sort({ owner, isShared: isShared || last, keeps, foreign });
        return this.store(tx, install, sorted, { exact, marks: answer.skipped });
      });
    });
  }

  /**
   * The events of all installs of a Drive that answers every token alike: requested once, with the token of `keeper`,
   * and each row stored for the running installs that it names. The keeper gets rows of none.
   * @param keeper whose token it is
   * @param position how far the feed was read
   * @throws DriveRefusal, OutboundError when there was no answer to read
   */
  async ofDrive(keeper: EventsOf, position: FeedPosition): Promise<FeedRead> {
    const { id: keeperId, driveId } = keeper.install;
    const bounds = { ...keeper.bounds, behind: position.behind, early: true };
    const freshOf = new Map<string, number>();
    const begin = { ...keeper, bounds, cursorMs: position.cursorMs, last: false };
    const { fresh: _all, ...read } = await this.read(begin, async (answer) => {
      const known = await this.events.known(driveId, keeperId, answer.names);
      const routed = answer.route(known, keeperId);
      const stored = await this.withinQuota(async (tx, exact) => {
        const fresh = new Map<string, number>();
        for (const [id, sorted] of routed)
          fresh.set(id, await this.store(tx, { id, driveId }, sorted, { exact, marks: answer.skipped }));
        return fresh;
      });
      for (const [id, fresh] of stored) freshOf.set(id, (freshOf.get(id) ?? 0) + fresh);
      return 0;
    });
    await this.feeds.moved(driveId, { ...read, cursorMs: Math.max(read.cursorMs, position.cursorMs) });
    return { ...read, freshOf };
  }

  /** @param store stores the rows of the answer; returns how many were new */
  private async read(
    { install, drive: { origin, manifest }, bounds, onAccepted, cursorMs: before, last }: Begin,
    store: (answer: Answer, path: string) => Promise<number>,
  ): Promise<EventsRead> {
    // When behind, it continues in the millisecond in which the last answer ended, of which some rows may be missing.
    const since = Math.max(0, bounds.behind ? before - 1 : before - OVERLAP_MS);
    const path = `${manifest.endpoints.events}?since=${since}`;
    const answer = new Answer(manifest, bounds);
    const flush = async (): Promise<void> => {
      if (answer.isEmpty) return;
      answer.fresh += await store(answer, path);
      answer.clear();
    };
    const cut = await this.call.stream(
      install,
      { origin, path, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, onAccepted, ...(last ? { bearer: null } : {}) },
      async (piece) => {
        answer.push(piece);
        if (answer.isFull) await flush();
        return !answer.tooMany;
      },
    );
    if (cut !== undefined && cut !== 'enough' && answer.rows === 0) throw cut;
    const problem = answer.finish(cut !== undefined, path);
    await flush();
    return this.conclude(install, answer, { before, cut: cut !== undefined, behindBefore: bounds.behind, problem });
  }

  private async conclude(
    install: ReadableInstall,
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
    // Rows that come in no order may have older ones behind them: the cursor stays, and the present ones are stored.
    if (!answer.ordered) return { fresh, cursorMs: before, behind: false, problem: problem ?? 'too_much_out_of_order' };
    const reachedMs = Math.min(answer.newestMs, nowMs);
    if (cut && behindBefore && reachedMs <= before) {
      // More rows of one millisecond than one answer may have: the rest of them is skipped.
      await this.transactor.run((tx) => this.events.reject(tx, install.id, [unread(before)]));
      return { fresh, cursorMs: before + 1, behind: true, problem };
    }
    return { fresh, cursorMs: Math.max(before, reachedMs), behind: cut && answer.rows > 0, problem };
  }

  /** Tries again where a batch has more than the quota of an install leaves: then exactly so many are stored. */
  private async withinQuota<T>(store: (tx: Tx, exact: boolean) => Promise<T>): Promise<T> {
    try {
      return await this.transactor.run((tx) => store(tx, false));
    } catch (error) {
      if (violatedConstraint(error) !== 'event_quotas_reached') throw error;
      return this.transactor.run((tx) => store(tx, true));
    }
  }

  private async store(
    tx: Tx,
    { id, driveId }: Pick<ReadableInstall, 'id' | 'driveId'>,
    { good, rejected, settled }: Sorted,
    storing: Parameters<DriveEventsRepository['store']>[3],
  ): Promise<number> {
    await this.events.reject(tx, id, rejected);
    if (settled.length > 0) await this.events.deleteEarly(tx, id, settled);
    const { fresh, kinds } = await this.events.store(tx, id, good, storing);
    if (kinds.has(SUBPROCESSOR_EVENT)) await this.findings.subprocessorsChanged(tx, driveId);
    return fresh;
  }
}

const unread = (ms: number): RejectedRow => ({
  reason: 'unread',
  digest: sha256(`unread:${ms}`),
  kind: null,
  eventId: null,
  detail: `More events of one millisecond than one answer may hold: ${new Date(ms).toISOString()}.`,
  content: null,
  named: false,
});
