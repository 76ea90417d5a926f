/** Maximum edit distance of a misspelt name: one per five letters, at most three. */
const mostEdits = (name: string): number => Math.min(3, Math.floor(name.length / 5));

/**
 * Finds variables that are probably misspelt settings: similar to a setting that is not set. A setting that nothing
 * reads is dangerous, because everything starts without it. Settings that are set are not considered, so a variable of
 * another program with a similar name is allowed once ours is set. Names of up to four letters (`PORT`, `HOST`, `DEMO`)
 * are similar to too much and are skipped.
 * @param known every name that is read
 * @returns a line for each, with the suggested name
 */
export function misspeltNames(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const unset = known.filter((name) => !isSet(name));
  return Object.keys(env)
    .filter((name) => !known.includes(name) && isSet(name))
    .sort()
    .flatMap((name) => {
      const near = unset
        .map((meant) => ({ meant, edits: editsBetween(name.toUpperCase(), meant, mostEdits(meant)) }))
        .filter(({ meant, edits }) => edits <= mostEdits(meant) && meant.length > 4)
        .sort((a, b) => a.edits - b.edits);
      return near[0] ? [`${name} is not a setting. Did you mean ${near[0].meant}?`] : [];
    });
}

/** Edit distance with swaps of neighbours; stops counting above `most`. */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
