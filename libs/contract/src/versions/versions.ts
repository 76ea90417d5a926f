/** The shortest time two contract versions are served side by side, in calendar months (contract: Versioning 3). */
export const SUNSET_MONTHS = 6;

/** One version of the contract and its dates; instants are ms UTC, null where there is none. */
export interface ContractVersion {
  readonly major: number;
  /** How a manifest of each shape spells it (contract: Versioning 4). */
  readonly spelling: { readonly flat: string; readonly structured: string };
  /** `schema_version` of the structured shape. */
  readonly schemaVersion: number;
  /** From when on Drives may declare it; null for a draft, which only a host that asks for it serves. */
  readonly releasedAt: number | null;
  /** When a successor replaced it as the version to write for; null while it is the current one. */
  readonly deprecatedAt: number | null;
  /** From when on it is no longer served. */
  readonly sunsetAt: number | null;
}

/** Where a version stands at an instant. */
export type ContractVersionPhase = 'draft' | 'current' | 'deprecated' | 'sunset';

const frozen = (given: ContractVersion): ContractVersion =>
  Object.freeze({ ...given, spelling: Object.freeze(given.spelling) });

/** The versions of the contract that exist (contract: Versioning 1). A host may know later dates of them. */
export const CONTRACT_VERSIONS: readonly ContractVersion[] = Object.freeze([
  frozen({
    major: 1,
    spelling: { flat: 'v1', structured: '1.0.0' },
    schemaVersion: 1,
    releasedAt: Date.UTC(2025, 0, 1),
    deprecatedAt: null,
    sunsetAt: null,
  }),
]);

/**
 * A draft of the version after it, which shows that two versions can be served side by side. It differs in one field: an
 * event row tells its time as `occurred_at`, ISO 8601 with a time zone, instead of `ts`. No promise is made about it.
 */
export const CONTRACT_DRAFT: ContractVersion = frozen({
  major: 2,
  spelling: { flat: 'v2-draft', structured: '2.0.0-draft' },
  schemaVersion: 2,
  releasedAt: null,
  deprecatedAt: null,
  sunsetAt: null,
});

/** Where a version stands at an instant (ms UTC). Each date begins its phase. */
export function contractVersionPhase(version: ContractVersion, at: number): ContractVersionPhase {
  if (version.sunsetAt !== null && at >= version.sunsetAt) return 'sunset';
  if (version.deprecatedAt !== null && at >= version.deprecatedAt) return 'deprecated';
  return version.releasedAt !== null && at >= version.releasedAt ? 'current' : 'draft';
}

/** Whether Drives may declare a version at an instant (ms UTC): from its release to its end, and a draft that is listed. */
export function isServed(version: ContractVersion, at: number): boolean {
  const phase = contractVersionPhase(version, at);
  return phase === 'draft' ? version.releasedAt === null : phase !== 'sunset';
}

/** The version with a major number, if it is served at an instant (ms UTC). */
export function servedContractVersion(
  major: number,
  at: number,
  versions: readonly ContractVersion[] = CONTRACT_VERSIONS,
): ContractVersion | undefined {
  return versions.find((one) => one.major === major && isServed(one, at));
}

/** The earliest instant (ms UTC) at which a version deprecated at `deprecatedAt` may end: six calendar months on. */
export function earliestSunset(deprecatedAt: number): number {
  const from = new Date(deprecatedAt);
  const to = new Date(deprecatedAt);
  to.setUTCMonth(to.getUTCMonth() + SUNSET_MONTHS);
  // 31 August and six months is the last of February, not the third of March.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime();
}

/** The end of a version as it is announced; instants in ms UTC. */
export interface Sunset {
  /** When its successor becomes the version to write for. */
  readonly deprecatedAt: number;
  readonly sunsetAt: number;
  /** When it is announced. */
  readonly announcedAt: number;
}

/** Why the end of a version cannot be announced so. */
export type SunsetProblem =
  'not_whole' | 'deprecated_in_past' | 'deprecation_moved' | 'moved_nearer' | 'too_soon' | 'no_successor';

/**
 * Why a version may not end so, null when it may: at least six calendar months after it is deprecated, which lies ahead
 * when it is announced, never earlier than was announced before, and all that time beside a released successor (contract:
 * Versioning 3).
 * @param versions all that there are.
 */
export function sunsetProblem(
  version: ContractVersion,
  { deprecatedAt, sunsetAt, announcedAt }: Sunset,
  versions: readonly ContractVersion[],
): SunsetProblem | null {
  if (!Number.isSafeInteger(deprecatedAt) || !Number.isSafeInteger(sunsetAt)) return 'not_whole';
  if (version.deprecatedAt === null && deprecatedAt < announcedAt) return 'deprecated_in_past';
  if (version.deprecatedAt !== null && deprecatedAt !== version.deprecatedAt) return 'deprecation_moved';
  if (version.sunsetAt !== null && sunsetAt < version.sunsetAt) return 'moved_nearer';
  if (sunsetAt < earliestSunset(deprecatedAt)) return 'too_soon';
  const overlaps = versions.some(
    (one) =>
      one.major > version.major &&
      one.releasedAt !== null &&
      one.releasedAt <= deprecatedAt &&
      (one.sunsetAt === null || one.sunsetAt > sunsetAt),
  );
  return overlaps ? null : 'no_successor';
}

/** The problem in a sentence for whoever announced the end. */
export function sunsetSentence(problem: SunsetProblem, { deprecatedAt }: Pick<Sunset, 'deprecatedAt'>): string {
  switch (problem) {
    case 'not_whole':
      return 'The dates of a contract version are whole milliseconds.';
    case 'deprecated_in_past':
      return 'A contract version cannot have been deprecated before it is announced.';
    case 'deprecation_moved':
      return 'The day of deprecation that was announced stays.';
    case 'moved_nearer':
      return 'The end of a contract version that was announced can only be moved later.';
    case 'too_soon':
      return `A contract version is served for at least ${SUNSET_MONTHS} months beside its successor: not before ${new Date(earliestSunset(deprecatedAt)).toISOString()}.`;
    case 'no_successor':
      return 'A contract version ends only beside a later one, which is released by the day of its deprecation and outlives it.';
  }
}
