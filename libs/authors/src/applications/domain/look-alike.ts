/**
 * Slugs that can be mistaken for each other have the same skeleton: hyphens are dropped, and 0/o, 1/l/i, rn/m and vv/w
 * are the same.
 */
function skeleton(slug: string): string {
  return slug
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/**
 * Those of `others` that look like `slug`: same skeleton, or one character different. A warning for the reviewer, not a
 * refusal.
 */
export function lookAlikes(slug: string, others: readonly string[]): string[] {
  const own = skeleton(slug);
  return others.filter((other) => other !== slug && withinOneEdit(own, skeleton(other)));
}

function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  const skip = short.length === long.length ? 1 : 0;
  return short.slice(i + skip) === long.slice(i + 1);
}
