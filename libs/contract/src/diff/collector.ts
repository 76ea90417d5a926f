import { sameJson } from '../json/same.js';
import { describe } from '../json/describe.js';
import type { ChangeLevel, ManifestChange } from './change.js';

/** Texts for a list that is compared as a set. */
interface ListWords {
  readonly kind: string;
  readonly pointer: string;
  readonly added: (item: string) => { level: ChangeLevel; sentence: string };
  readonly removed: (item: string) => { level: ChangeLevel; sentence: string };
}

/** Collects changes in the order of comparison. */
export class Changes {
  readonly list: ManifestChange[] = [];

  add(kind: string, pointer: string, from: unknown, to: unknown, level: ChangeLevel, sentence: string): void {
    this.list.push({ kind, pointer, from: from ?? null, to: to ?? null, level, sentence });
  }

  /**
   * Compares two values; adds nothing when they are equal.
   * @param subject start of the sentence, for example `The tagline`.
   */
  field(kind: string, pointer: string, from: unknown, to: unknown, level: ChangeLevel, subject: string): void {
    if (sameJson(from ?? null, to ?? null)) return;
    const sentence =
      (from ?? null) === null
        ? `${subject} is now ${describe(to)}.`
        : (to ?? null) === null
          ? `${subject} is gone (it was ${describe(from)}).`
          : `${subject} changes from ${describe(from)} to ${describe(to)}.`;
    this.add(kind, pointer, from, to, level, sentence);
  }

  /** Compares two lists as sets; `key` maps spellings of the same thing to one. */
  set(
    from: readonly string[],
    to: readonly string[],
    words: ListWords,
    key: (item: string) => string = (item) => item,
  ): void {
    const before = new Set(from.map(key));
    const after = new Set(to.map(key));
    for (const item of to) {
      if (before.has(key(item))) continue;
      const { level, sentence } = words.added(item);
      this.add(`${words.kind}_added`, words.pointer, null, item, level, sentence);
    }
    for (const item of from) {
      if (after.has(key(item))) continue;
      const { level, sentence } = words.removed(item);
      this.add(`${words.kind}_removed`, words.pointer, item, null, level, sentence);
    }
  }
}
