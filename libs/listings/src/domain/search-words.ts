/** Words of a search that are looked for; more say nothing new. */
const MOST_WORDS = 8;
const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** What a person typed, as single words: letters, digits and marks; everything else only separates. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(WORD) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST_WORD));
}

/**
 * The words as a `to_tsquery` text: all of them, each also as the beginning of a longer word, so that a search finds
 * while it is typed. Words hold nothing that the syntax gives a meaning to.
 */
export function prefixQuery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}
