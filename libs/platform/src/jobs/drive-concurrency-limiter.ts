import type { DriveBreaker } from './drive-breaker.js';

/** Of one Drive and of one author at the same time: who hangs holds up nobody else. */
export const MAX_CONCURRENT_PER_DRIVE = 2;
export const MAX_CONCURRENT_PER_AUTHOR = 4;

/** Which Drive a delivery calls and whose it is. */
export interface DriveLease {
  readonly driveId: string;
  readonly authorId: string;
}

/** `rest`: not now, the Drive does not answer; ms. `waits`: it stands aside until others of its author are done. */
type Admission = { readonly kind: 'go' } | { readonly kind: 'waits' } | { readonly kind: 'rest'; ms: number };

interface Waiting<K> {
  readonly key: K;
  readonly lease: DriveLease;
}

/**
 * Who may call which Drive next, so that the places of a lane are shared between authors. What may not go yet stands
 * aside here, in memory and outside of the lane; should the process die, the sweep finds it again. Of one process.
 */
export class DriveConcurrencyLimiter<K> {
  private readonly drives = new Map<string, number>();
  private readonly authors = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting<K>>();

  constructor(
    private readonly breaker: DriveBreaker,
    private readonly nowMs: () => number,
  ) {}

  /** `go` is a promise to `end` the turn. `name` tells deliveries apart: one that stands aside does so once. */
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
   * What stood aside longest and may go now, as much of each author as it has room for; of `authorId` alone if given. It
   * is given out once: it queues behind everybody else and begins anew.
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
