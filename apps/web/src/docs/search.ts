/** Something documented, and where. */
export interface DocEntry {
  group: string;
  title: string;
  text: string;
  /** Address within the portal, with its anchor. */
  href: string;
}

/** Entries of one kind that a search finds, the best first; `more` is how many did not fit. */
interface DocGroup {
  group: string;
  entries: readonly DocEntry[];
  more: number;
}

/** Most results of one group. */
const GROUP_MAX = 6;

/** 3 for a title that begins so, 2 for one that has the word, 1 for the text, 0 for nothing. */
function score(entry: DocEntry, words: readonly string[]): number {
  const title = entry.title.toLowerCase();
  const text = entry.text.toLowerCase();
  let total = 0;
  for (const word of words) {
    const points = title.startsWith(word) ? 3 : title.includes(word) ? 2 : text.includes(word) ? 1 : 0;
    if (points === 0) return 0;
    total += points;
  }
  return total;
}

/** Groups in the order of the index whose entries have every word of `text`; nothing for an empty text. */
export function searchDocs(entries: readonly DocEntry[], text: string): readonly DocGroup[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const groups = new Map<string, { entry: DocEntry; points: number }[]>();
  for (const entry of entries) {
    const points = score(entry, words);
    if (points === 0) continue;
    const group = groups.get(entry.group) ?? [];
    group.push({ entry, points });
    groups.set(entry.group, group);
  }
  return [...groups].map(([group, found]) => ({
    group,
    // Sorting is stable: equal ones keep the order of the index.
    entries: found
      .sort((a, b) => b.points - a.points)
      .slice(0, GROUP_MAX)
      .map(({ entry }) => entry),
    more: Math.max(0, found.length - GROUP_MAX),
  }));
}

/** Whether an item's own data contains every word of the search. */
export function holdsWords(thing: unknown, text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0) return true;
  const all = JSON.stringify(thing).toLowerCase();
  return words.every((word) => all.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
