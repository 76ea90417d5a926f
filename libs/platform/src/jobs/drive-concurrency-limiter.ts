import type { ReceiverBreaker } from './receiver-breaker.js';

/** Maximum concurrency per Drive and per author, so that one that hangs does not delay the others. */
export const MAX_CONCURRENT_PER_DRIVE = 2;
export const MAX_CONCURRENT_PER_AUTHOR = 4;

/** The Drive that a delivery calls, and its author. */
export interface DriveLease {
  readonly driveId: string;
  readonly authorId: string;
}

/**
 * `rest`: the Drive does not answer, try again after this many ms. `waits`: set aside until others of its author are
 * done.
 */
type Admission = { readonly kind: 'go' } | { readonly kind: 'waits' } | { readonly kind: 'rest'; ms: number };

interface Waiting<K> {
  readonly key: K;
  readonly lease: DriveLease;
}

/**
 * Concurrency limiter for calls to Drives, which shares the capacity of a queue between authors. Deliveries that may not
 * start are set aside in memory, outside of the queue; if the process dies, the sweep finds them. Per process.
 */
export class DriveConcurrencyLimiter<K> {
  private readonly drives = new Map<string, number>();
  private readonly authors = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting<K>>();

  constructor(
    private readonly breaker: ReceiverBreaker,
    private readonly nowMs: () => number,
  ) {}

  /** After `go` the caller must call `end`. `name` identifies a delivery, which is set aside only once. */
  acquire(name: string, key: K, lease: DriveLease): Admission {
    const ms = this.breaker.restMs(lease.driveId, this.nowMs());
    if (ms > 0) {
      this.waiting.delete(name);
      return { kind: 'rest', ms };
    }
    if (!this.hasRoom(lease) || !this.breaker.admit(lease.driveId, this.nowMs())) {
      this.waiting.set(name, { key, lease });
      return { kind: 'waits' };
    }
    this.waiting.delete(name);
    this.count(lease, 1);
    return { kind: 'go' };
  }

  /** `answered`: whether the Drive did; undefined when it was not called. */
  release(lease: DriveLease, answered: boolean | undefined): void {
    this.count(lease, -1);
    if (answered === undefined) this.breaker.forgo(lease.driveId);
    else this.breaker.note(lease.driveId, answered, this.nowMs());
  }

  /**
   * The longest waiting deliveries that may start now, as many per author as its limit allows; only of `authorId` if
   * given. Each is returned once and then queued behind all others.
   */
  ready(authorId?: string): K[] {
    const given = new Map<string, number>();
    const ready: K[] = [];
    for (const [name, { key, lease }] of this.waiting) {
      if (authorId !== undefined && lease.authorId !== authorId) continue;
      if (!this.hasRoom(lease, given)) continue;
      for (const id of [lease.authorId, lease.driveId]) given.set(id, (given.get(id) ?? 0) + 1);
      this.waiting.delete(name);
      ready.push(key);
    }
    return ready;
  }

  private hasRoom({ driveId, authorId }: DriveLease, given: ReadonlyMap<string, number> = new Map()): boolean {
    return (
      (this.drives.get(driveId) ?? 0) + (given.get(driveId) ?? 0) < MAX_CONCURRENT_PER_DRIVE &&
      (this.authors.get(authorId) ?? 0) + (given.get(authorId) ?? 0) < MAX_CONCURRENT_PER_AUTHOR
    );
  }

  private count({ driveId, authorId }: DriveLease, by: 1 | -1): void {
    for (const [counts, id] of [
      [this.drives, driveId],
      [this.authors, authorId],
    ] as const) {
      const now = (counts.get(id) ?? 0) + by;
      if (now > 0) counts.set(id, now);
      else counts.delete(id);
    }
  }
}
