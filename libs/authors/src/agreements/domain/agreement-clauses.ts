/** A clause of an agreement: the text under a numbered heading, or a paragraph of a text without headings. */
export interface Clause {
  /** As printed, such as "3"; null for the text before the first heading, and for paragraphs. */
  readonly number: string | null;
  /** Empty for a paragraph. */
  readonly title: string;
  readonly text: string;
}

type ClauseChange = 'added' | 'removed' | 'changed' | 'moved';

/** A clause that differs between two versions. `moved`: the same text with another number. */
interface ClauseDifference {
  readonly change: ClauseChange;
  readonly before: Clause | null;
  readonly after: Clause | null;
}

const HEADING = /^(\d{1,3}(?:\.\d{1,3})*)\.?[ \t]+(\S.{0,118})$/;
/**
 * Minimum share of common words for two clauses to count as one that was rewritten: with the same number, with another.
 */
const SAME_NUMBER = 0.3;
const OTHER_NUMBER = 0.5;
/** Maximum number of pairs to compare by words. Beyond it, only clauses with the same title or text are paired. */
const PAIRS = 40_000;

/** The clauses of a text in order. Text before the first heading becomes a clause named "Preamble". */
export function clausesOf(text: string): Clause[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (!lines.some(isHeading)) return paragraphs(text);
  const clauses: { number: string | null; title: string; lines: string[] }[] = [
    { number: null, title: 'Preamble', lines: [] },
  ];
  for (const line of lines) {
    const heading = isHeading(line) ? HEADING.exec(line) : null;
    if (heading) clauses.push({ number: heading[1]!, title: heading[2]!.trim(), lines: [] });
    else clauses.at(-1)!.lines.push(line);
  }
  return clauses
    .map(({ number, title, lines: body }) => ({ number, title, text: body.join('\n').trim() }))
    .filter((clause) => clause.number !== null || clause.text !== '');
}

/**
 * The differences in the order of the clauses of `after`. A removed clause follows the clause that it followed before.
 */
export function differencesOf(before: readonly Clause[], after: readonly Clause[]): ClauseDifference[] {
  const pairs = paired(before, after);
  const found: ClauseDifference[] = [];
  const removedBehind = (at: number): void => {
    for (let i = at + 1; i < before.length && !pairs.has(i); i += 1)
      found.push({ change: 'removed', before: before[i]!, after: null });
  };
  const beforeOf = new Map([...pairs].map(([old, now]) => [now, old]));
  removedBehind(-1);
  after.forEach((clause, i) => {
    const at = beforeOf.get(i);
    if (at === undefined) return void found.push({ change: 'added', before: null, after: clause });
    const old = before[at]!;
    if (plain(old.text) !== plain(clause.text) || plain(old.title) !== plain(clause.title))
      found.push({ change: 'changed', before: old, after: clause });
    else if (old.number !== clause.number) found.push({ change: 'moved', before: old, after: clause });
    removedBehind(at);
  });
  return found;
}

/** A sentence can also start with a number ("30 days of notice ..."), but ends with punctuation. */
function isHeading(line: string): boolean {
  return HEADING.test(line) && !/[.;,:]\s*$/.test(line);
}

function paragraphs(text: string): Clause[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => ({ number: null, title: '', text: one }));
}

/**
 * Pairs of indexes in `before` and `after`: first clauses with the same text, then the same title, then the most common
 * words.
 */
function paired(before: readonly Clause[], after: readonly Clause[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (same: (old: Clause, now: Clause) => boolean): void =>
    before.forEach((old, i) => {
      if (pairs.has(i)) return;
      const at = after.findIndex((now, k) => !taken.has(k) && same(old, now));
      if (at < 0) return;
      pairs.set(i, at);
      taken.add(at);
    });
  pair((old, now) => plain(old.title) === plain(now.title) && plain(old.text) === plain(now.text));
  pair((old, now) => old.title !== '' && plain(old.title) === plain(now.title));
  pair((old, now) => old.text !== '' && plain(old.text) === plain(now.text));
  if ((before.length - pairs.size) * (after.length - taken.size) > PAIRS) return pairs;
  const words = (clause: Clause): Map<string, number> => counted(plain(`${clause.title} ${clause.text}`));
  const [left, right] = [before.map(words), after.map(words)];
  const candidates = before
    .flatMap((old, i) => after.map((now, k) => ({ i, k, same: old.number === now.number })))
    .filter(({ i, k }) => !pairs.has(i) && !taken.has(k))
    .map((one) => ({ ...one, common: inCommon(left[one.i]!, right[one.k]!) }))
    .filter(({ same, common }) => common >= (same ? SAME_NUMBER : OTHER_NUMBER))
    .sort((a, b) => b.common - a.common);
  for (const { i, k } of candidates) {
    if (pairs.has(i) || taken.has(k)) continue;
    pairs.set(i, k);
    taken.add(k);
  }
  return pairs;
}

/** Line breaks do not count as differences. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Twice the number of common words divided by the number of all words, 0 to 1. */
function inCommon(a: Map<string, number>, b: Map<string, number>): number {
  const size = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);
  let common = 0;
  for (const [word, n] of a) common += Math.min(n, b.get(word) ?? 0);
  return (2 * common) / (size(a) + size(b));
}
