import type { DriveBreaker } from './drive-breaker.js';

/** Of one Drive and of one author at the same time: who hangs holds up nobody else. */
export const AT_ONCE_PER_DRIVE = 2;
export const AT_ONCE_PER_AUTHOR = 4;

/** Which Drive a delivery calls and whose it is. */
export interface DriveTurn {
  readonly driveId: string;
  readonly authorId: string;
}

/** `rest`: not now, the Drive does not answer; ms. `waits`: it stands aside until others of its author are done. */
export type Admission = { readonly kind: 'go' } | { readonly kind: 'waits' } | { readonly kind: 'rest'; ms: number };

interface Aside<K> {
  readonly key: K;
  readonly turn: DriveTurn;
}

/**
 * Who may call which Drive next, so that the places of a lane are shared between authors. What may not go yet stands
 * aside here, in memory and outside of the lane; should the process die, the sweep finds it again. Of one process.
 */
export class DriveTurns<K> {
  private readonly drives = new Map<string, number>();
  private readonly authors = new Map<string, number>();
  private readonly aside = new Map<string, Aside<K>>();

  constructor(
    private readonly breaker: DriveBreaker,
    private readonly nowMs: () => number,
  ) {}

  /** `go` is a promise to `end` the turn. `name` tells deliveries apart: one that stands aside does so once. */
  begin(name: string, key: K, turn: DriveTurn): Admission {
    const ms = this.breaker.restMs(turn.driveId, this.nowMs());
    if (ms > 0) {
      this.aside.delete(name);
      return { kind: 'rest', ms };
    }
    if (!this.hasRoom(turn) || !this.breaker.admit(turn.driveId, this.nowMs())) {
      this.aside.set(name, { key, turn });
      return { kind: 'waits' };
    }
    this.aside.delete(name);
    this.count(turn, 1);
    return { kind: 'go' };
  }

  /** `answered`: whether the Drive did; undefined when it was not called. */
  end(turn: DriveTurn, answered: boolean | undefined): void {
    this.count(turn, -1);
    if (answered === undefined) this.breaker.forgo(turn.driveId);
    else this.breaker.note(turn.driveId, answered, this.nowMs());
  }

  /**
   * What stood aside longest and may go now, as much of each author as it has room for; of `authorId` alone if given. It
   * is given out once: it queues behind everybody else and begins anew.
   */
  ready(authorId?: string): K[] {
    const given = new Map<string, number>();
    const ready: K[] = [];
    for (const [name, { key, turn }] of this.aside) {
      if (authorId !== undefined && turn.authorId !== authorId) continue;
      if (!this.hasRoom(turn, given)) continue;
      for (const id of [turn.authorId, turn.driveId]) given.set(id, (given.get(id) ?? 0) + 1);
      this.aside.delete(name);
      ready.push(key);
    }
    return ready;
  }

  private hasRoom({ driveId, authorId }: DriveTurn, given: ReadonlyMap<string, number> = new Map()): boolean {
    return (
      (this.drives.get(driveId) ?? 0) + (given.get(driveId) ?? 0) < AT_ONCE_PER_DRIVE &&
      (this.authors.get(authorId) ?? 0) + (given.get(authorId) ?? 0) < AT_ONCE_PER_AUTHOR
    );
  }

  private count({ driveId, authorId }: DriveTurn, by: 1 | -1): void {
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
