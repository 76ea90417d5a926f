import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Config } from '../../config/config.js';

/** Of the main thread, ms: what a caller may take at once after a pause. A page reads less. */
const AT_ONCE_MS = 50;
/** Assumed duration of a caller's first read, ms: sixteen may begin at once. */
const USUAL_MS = 3;
/** Maximum charge for a read, ms, because a pause of the machine is not the caller's doing. */
const MOST_MS = 100;
/** Timers are no finer, ms. */
const TIMER_MS = 1;
/** Longest wait, ms; whoever would wait longer is refused after it. */
const LONGEST_WAIT_MS = 1_000;
/** How often callers who owe nothing are removed, ms. */
const PURGE_EVERY_MS = 60_000;

interface Reader {
  /** When the caller owes nothing any more, as `performance.now()`. */
  paidAt: number;
  /** Usual duration of a read of this caller, ms. */
  usual: number;
  /** Reads that wait, in order, `until` (as `performance.now()`) at the latest. */
  readonly line: { readonly until: number; readonly next: () => void }[];
}

interface Read {
  readonly reader: Reader;
  /** Duration charged at its beginning, ms. */
  readonly expected: number;
  /** `taken` when it began. */
  readonly from: number;
}

/**
 * How much of the main thread the reads of one caller may take: READ_SHARE_PERCENT of the time. Who takes more gets
 * slower answers: the reads wait in line and begin one at a time, so that others wait for one of them at most; who
 * sends so many at once that they would wait for more than a second is refused. Each process counts on its own, as for
 * bodies (body-rate.ts).
 */
@Injectable()
export class ReadShare {
  private readonly readers = new Map<string, Reader>();
  private readonly share: number;
  private purgeAt = 0;
  /** Reads under way, oldest first. */
  private readonly underWay = new Set<Read>();
  /** Busy time of the main thread, divided by the reads under way, summed since the start, ms. */
  private taken = 0;
  private busyUntil = 0;
  /** Value of `taken` at which the longest reads under way are next checked. */
  private lookAt = MOST_MS;

  constructor(config: Config) {
    this.share = config.readSharePercent / 100;
  }

  /**
   * Counts a read of `caller` until its response has ended. Undefined when it need not wait.
   * @throws AppError `too_many_requests` (429), as a rejection
   */
  take(caller: string, response: ServerResponse): Promise<void> | undefined {
    const now = performance.now();
    if (now > this.purgeAt) this.purge(now);
    const reader = this.readers.get(caller) ?? { paidAt: now, usual: USUAL_MS, line: [] };
    this.readers.set(caller, reader);
    const waitMs = this.owedMs(reader, now) + reader.line.length * Math.max(TIMER_MS, reader.usual / this.share);
    if (waitMs > LONGEST_WAIT_MS) return refuseLate(waitMs);
    if (waitMs > 0) return this.wait(reader, response, now + LONGEST_WAIT_MS);
    this.begin(reader, response, now);
    return undefined;
  }

  /** Until the next read may begin, ms. */
  private owedMs({ paidAt }: Reader, now = performance.now()): number {
    return paidAt - now - AT_ONCE_MS / this.share;
  }

  private async wait(reader: Reader, response: ServerResponse, until: number): Promise<void> {
    await new Promise<void>((next) => {
      if (reader.line.push({ until, next }) === 1) void this.serve(reader);
    });
    const owedMs = this.owedMs(reader);
    // Those before it took more than was expected.
    if (owedMs > 0) throw new AppError(commonErrors.too_many_requests, { retryAfterMs: owedMs });
    this.begin(reader, response, performance.now());
  }

  /** One timer: one for each read would end together after a pause, or when earlier reads took less than expected. */
  private async serve(reader: Reader): Promise<void> {
    for (let first = reader.line[0]; first; first = reader.line[0]) {
      await sleep(Math.max(TIMER_MS, Math.min(this.owedMs(reader), first.until - performance.now())));
      if (this.owedMs(reader) > 0 && performance.now() < first.until) continue;
      reader.line.shift();
      first.next();
    }
  }

  private begin(reader: Reader, response: ServerResponse, now: number): void {
    if (response.closed) throw new AppError(commonErrors.unavailable);
    this.pass();
    const expected = reader.usual;
    reader.paidAt = Math.max(reader.paidAt, now) + expected / this.share;
    const read = { reader, expected, from: this.taken };
    this.underWay.add(read);
    response.on('close', () => {
      this.pass();
      // A cancelled read costs at least what was expected.
      this.end(read, response.writableFinished ? 0 : expected);
    });
  }

  private end(read: Read, least = 0): void {
    if (!this.underWay.delete(read)) return;
    const { reader, expected, from } = read;
    const cost = Math.max(Math.min(this.taken - from, MOST_MS), least);
    reader.paidAt += (cost - expected) / this.share;
    reader.usual = (reader.usual + cost) / 2;
  }

  private pass(): void {
    const { active } = performance.eventLoopUtilization();
    if (this.underWay.size > 0) this.taken += (active - this.busyUntil) / this.underWay.size;
    this.busyUntil = active;
    if (this.taken < this.lookAt) return;
    this.lookAt = this.taken + MOST_MS;
    // A response that is not fetched shares the time of others only for a while.
    for (const read of this.underWay) {
      if (this.taken - read.from < MOST_MS) break;
      this.end(read);
    }
  }

  private purge(now: number): void {
    this.purgeAt = now + PURGE_EVERY_MS;
    for (const [caller, { paidAt }] of this.readers) if (paidAt < now) this.readers.delete(caller);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Late, because a few connections could otherwise send several thousand requests per second. */
async function refuseLate(retryAfterMs: number): Promise<never> {
  await sleep(LONGEST_WAIT_MS);
  throw new AppError(commonErrors.too_many_requests, { retryAfterMs });
}
