/** How the version of a new manifest relates to the one before. `unknown`: at least one has none or cannot be read. */
type VersionStep = 'raised' | 'same' | 'lowered' | 'unknown';

const PARTS = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

interface Version {
  numbers: number[];
  pre: string[] | null;
}

function parse(text: string | null): Version | undefined {
  const match = PARTS.exec(text ?? '');
  return match
    ? { numbers: [...match[1]!.split('.').map(Number), 0, 0, 0].slice(0, 4), pre: match[2]?.split('.') ?? null }
    : undefined;
}

function comparePart(a: string, b: string): number {
  const numeric = [a, b].map((part) => /^\d+$/.test(part));
  if (numeric[0] && numeric[1]) return Math.sign(Number(a) - Number(b));
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A release is above its pre-releases; a longer pre-release is above a shorter one that it begins with. */
function comparePre(a: string[] | null, b: string[] | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const order = comparePart(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Compares two product versions by semver precedence; missing numbers count as 0, build metadata does not count. A version
 * that was there is lowered by none, and one that could be compared by one that cannot.
 */
export function versionStep(from: string | null, to: string | null): VersionStep {
  if (from === to && from !== null) return 'same';
  const [a, b] = [parse(from), parse(to)];
  if (from !== null && (to === null || (a && !b))) return 'lowered';
  if (b && from === null) return 'raised';
  if (!a || !b) return 'unknown';
  const at = a.numbers.findIndex((n, i) => n !== b.numbers[i]);
  const order = at >= 0 ? Math.sign(b.numbers[at]! - a.numbers[at]!) : comparePre(b.pre, a.pre);
  return order > 0 ? 'raised' : order < 0 ? 'lowered' : 'same';
}

/** The highest of the versions; one that cannot be compared only when none can be. Null without any. */
export const highestVersion = (versions: readonly string[]): string | null =>
  versions.reduce<string | null>(
    (highest, one) => (parse(highest) && versionStep(highest, one) !== 'raised' ? highest : one),
    null,
  );
