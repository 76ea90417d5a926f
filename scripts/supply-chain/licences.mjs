import { allowed, lockedPackages, openRanges, shippedPackages } from './packages.mjs';

/**
 * Violations in the lock files and ranges, a line each.
 * @param {{ packages?: { name: string, version: string, licence?: string, at: string }[], shipped?: Set<string>, ranges?: string[] }} of
 */
export function supplyChainProblems({
  packages = lockedPackages(),
  shipped = new Set(shippedPackages().map(({ at }) => at)),
  ranges = openRanges(),
  rules = allowed(),
} = {}) {
  const { licences, read } = rules;
  const unknown = packages.filter(({ name, at, licence }) => {
    if (read[name]) return false;
    const list = shipped.has(at) ? licences.shipped : [...licences.shipped, ...licences.development];
    return !list.includes(licence);
  });
  const gone = Object.keys(read).filter((name) => !packages.some((one) => one.name === name));
  return [
    ...unknown.map(
      ({ name, version, licence, at }) =>
        `${name} ${version} has the licence ${licence ?? 'of no name'}, which is not allowed ${shipped.has(at) ? 'for what is shipped' : ''}`,
    ),
    ...gone.map((name) => `scripts/supply-chain/allowed.json names ${name}, which is not there any more`),
    ...ranges.map((range) => `${range} allows any version`),
  ].map((line) => line.trim());
}
