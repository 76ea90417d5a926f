import fc from 'fast-check';
import { OVERLAP_MS } from '@portal/secrets';

/** One thing that happens to the keys of an owner, and how much business time passes before it. */
export interface KeyStep {
  readonly advanceMs: number;
  readonly act: 'rotate' | 'force' | 'leak' | 'end' | 'none';
}

/**
 * An author's guarantees in the simplest form: the newest key, and at most one older one with its end. It
 * shares nothing with the code under test but the length of the overlap.
 */
export class KeyModel {
  newest = 1;
  nowMs = 0;
  /** Every instant at which a key began or ended, or was once planned to end. */
  readonly boundariesMs = new Set<number>([0]);
  private older: { version: number; untilMs: number } | null = null;

  /** Versions that are valid at `ms`, which is not before the last step; newest first. */
  validAt(ms: number): number[] {
    return this.older && ms < this.older.untilMs ? [this.newest, this.older.version] : [this.newest];
  }

  /** Applies the step and returns whether it must be refused. */
  apply({ advanceMs, act }: KeyStep): 'done' | 'refused' {
    this.nowMs += advanceMs;
    const overlap = this.validAt(this.nowMs).length === 2;
    switch (act) {
      case 'none':
        return 'done';
      case 'end':
        if (!overlap) return 'refused';
        this.older = null;
        break;
      case 'rotate':
      case 'force':
        if (overlap && act === 'rotate') return 'refused';
        this.older = { version: this.newest++, untilMs: this.nowMs + OVERLAP_MS };
        this.boundariesMs.add(this.older.untilMs);
        break;
      case 'leak':
        this.older = null;
        this.newest++;
        break;
    }
    this.boundariesMs.add(this.nowMs);
    return 'done';
  }
}

const advance = fc.oneof(
  fc.constantFrom(0, 1, OVERLAP_MS - 1, OVERLAP_MS, OVERLAP_MS + 1),
  fc.integer({ min: 0, max: 2 * OVERLAP_MS }),
);

/** Sequences of steps, weighted so that overlaps are often met while they run. */
export const keySteps = (maxLength: number): fc.Arbitrary<KeyStep[]> =>
  fc.array(
    fc.record({
      advanceMs: advance,
      act: fc.constantFrom<KeyStep['act']>('rotate', 'rotate', 'force', 'leak', 'end', 'none'),
    }),
    { minLength: 1, maxLength },
  );
