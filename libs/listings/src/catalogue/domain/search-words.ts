/** Maximum number of words of a search; more are ignored. */
const MOST_WORDS = 8;
const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A search text as single words: letters, digits and marks; everything else only separates. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(WORD) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST_WORD));
}
