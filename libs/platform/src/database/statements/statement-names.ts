/** A statement gets a name on this occurrence. */
const OFTEN = 3;
/** Limit of named statements, because every connection keeps each with its plan. */
const MOST_NAMED = 150;
const MOST_COUNTED = 1_000;

/**
 * Names for frequent statements of callers, so that each connection plans them once: with the policies of its tables, a
 * statement can cost ten times more to plan than to run (`npm run bench -- http`). The first frequent ones keep their
 * names; statements with varying texts never get one.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private given = 0;

  /** The name of the statement with this text; undefined when it is not known to be frequent. */
  of(text: string): string | undefined {
    return this.names.get(text) ?? (this.names.size < MOST_NAMED ? this.count(text) : undefined);
  }

  /** Discards the name of this text, whose plans are no longer valid; it may get another one later. */
  discard(text: string): void {
    this.names.delete(text);
  }

  private count(text: string): string | undefined {
    const times = (this.counts.get(text) ?? 0) + 1;
    this.counts.delete(text);
    if (times >= OFTEN) {
      const name = `often_${(this.given += 1)}`;
      this.names.set(text, name);
      return name;
    }
    const [oldest] = this.counts.keys();
    if (this.counts.size >= MOST_COUNTED && oldest !== undefined) this.counts.delete(oldest);
    this.counts.set(text, times);
    return undefined;
  }
}

const byOwner = new WeakMap<object, StatementNames>();

/** The names for the connections of `source`. */
export function namesOf(source: object): StatementNames {
  const known = byOwner.get(source) ?? new StatementNames();
  byOwner.set(source, known);
  return known;
}

/**
 * Whether a named statement failed because the columns of a table changed since it was planned; nothing was executed
 * then.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === '0A000' && typeof message === 'string' && message.includes('cached plan');
}
