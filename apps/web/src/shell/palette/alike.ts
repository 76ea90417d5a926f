const trigrams = (text: string): Set<string> =>
  new Set(
    text.split(/\W+/).flatMap((word) => {
      const padded = `  ${word} `;
      return word === '' ? [] : [...word, ''].map((_, i) => padded.slice(i, i + 3));
    }),
  );

/** Those whose text shares trigrams with what was typed, the most first: as the server's search, for a slip of the finger. */
export function mostLike<T>(typed: string, all: readonly T[], textOf: (one: T) => string): readonly T[] {
  if (typed.length < 4) return [];
  const parts = [...trigrams(typed.toLowerCase())];
  const share = (one: T): number => {
    const has = trigrams(textOf(one).toLowerCase());
    return parts.filter((part) => has.has(part)).length / parts.length;
  };
  return all.filter((one) => share(one) >= 0.3).sort((a, b) => share(b) - share(a));
}
