/** A statement gets a name when it comes for this time. */
const OFTEN = 3;
/** Each named statement is kept by every connection, with its plan. */
const MOST_NAMED = 150;
const MOST_COUNTED = 1_000;

/**
 * Names for the statements of callers that come again and again, so that each connection plans them once: with the
 * policies of its tables inside, a statement costs up to ten times more to plan than to run (`npm run bench -- http`).
 * The first ones that come often keep their names; what is put together anew each time never gets one.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private given = 0;

  /** The name of the statement with this text, undefined for one that is not known to come often. */
  of(text: string): string | undefined {
    return this.names.get(text) ?? (this.names.size < MOST_NAMED ? this.count(text) : undefined);
  }

  /** What connections know by the name of this text is not right any more; it gets another one later. */
  forget(text: string): void {
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

/** The names that hold for the connections of `source`. */
export function namesOf(source: object): StatementNames {
  const known = byOwner.get(source) ?? new StatementNames();
  byOwner.set(source, known);
  return known;
}

/** Whether a named statement failed because a table has other columns than when it was planned; nothing was run then. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === '0A000' && typeof message === 'string' && message.includes('cached plan');
}
