const trigrams = (text: string): Set<string> =>
  new Set(
    text.split(/\W+/).flatMap((word) => {
      const padded = `  ${word} `;
      return word === '' ? [] : [...word, ''].map((_, i) => padded.slice(i, i + 3));
    }),
  );

/** Those whose text contains what was typed; if none does, those that share most of its trigrams, as the server's search. */
export function found<T>(typed: string, all: readonly T[], textOf: (one: T) => string): readonly T[] {
  const wanted = typed.trim().toLowerCase();
  const containing = all.filter((one) => textOf(one).toLowerCase().includes(wanted));
  if (containing.length > 0 || wanted.length < 4) return containing;
  const parts = [...trigrams(wanted)];
  const share = (one: T): number => {
    const has = trigrams(textOf(one).toLowerCase());
    return parts.filter((part) => has.has(part)).length / parts.length;
  };
  return all.filter((one) => share(one) >= 0.4).sort((a, b) => share(b) - share(a));
}
