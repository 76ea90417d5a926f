/** Minimum time for which two contract versions are served in parallel, in calendar months (contract: Versioning 3). */
export const SUNSET_MONTHS = 6;

/** A contract version and its dates; instants are ms UTC, null when not set. */
export interface ContractVersion {
  readonly major: number;
  /** Its spelling in a manifest of each shape (contract: Versioning 4). */
  readonly spelling: { readonly flat: string; readonly structured: string };
  /** `schema_version` of the structured shape. */
  readonly schemaVersion: number;
  /** When Drives may start to declare it; null for a draft, which only a host that asks for it serves. */
  readonly releasedAt: number | null;
  /** When a successor became the current version; null while it is the current one. */
  readonly deprecatedAt: number | null;
  /** When it is no longer served. */
  readonly sunsetAt: number | null;
}

/** Phase of a version at an instant. */
export type ContractVersionPhase = 'draft' | 'current' | 'deprecated' | 'sunset';

const frozen = (given: ContractVersion): ContractVersion =>
  Object.freeze({ ...given, spelling: Object.freeze(given.spelling) });

/** The known versions of the contract (contract: Versioning 1). A host may know later dates. */
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
 * A draft of the next version, which shows that two versions can be served in parallel. It differs in one field: an
 * event row has its time as `occurred_at`, ISO 8601 with a time zone, instead of `ts`. Nothing is promised about it.
 */
export const CONTRACT_DRAFT: ContractVersion = frozen({
  major: 2,
  spelling: { flat: 'v2-draft', structured: '2.0.0-draft' },
  schemaVersion: 2,
  releasedAt: null,
  deprecatedAt: null,
  sunsetAt: null,
});

/** Phase of a version at an instant (ms UTC). Each date starts its phase. */
export function contractVersionPhase(version: ContractVersion, at: number): ContractVersionPhase {
  if (version.sunsetAt !== null && at >= version.sunsetAt) return 'sunset';
  if (version.deprecatedAt !== null && at >= version.deprecatedAt) return 'deprecated';
  return version.releasedAt !== null && at >= version.releasedAt ? 'current' : 'draft';
}

/** Whether Drives may declare a version at an instant (ms UTC): from its release to its end; a listed draft as well. */
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

/** The earliest instant (ms UTC) at which a version deprecated at `deprecatedAt` may end: six calendar months later. */
export function earliestSunset(deprecatedAt: number): number {
  const from = new Date(deprecatedAt);
  const to = new Date(deprecatedAt);
  to.setUTCMonth(to.getUTCMonth() + SUNSET_MONTHS);
  // 31 August plus six months is the last day of February, not 3 March.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime();
}

/** The announced end of a version; instants in ms UTC. */
export interface Sunset {
  /** When its successor becomes the current version. */
  readonly deprecatedAt: number;
  readonly sunsetAt: number;
  /** When it is announced. */
  readonly announcedAt: number;
}

/** Why the end of a version cannot be announced like this. */
export type SunsetProblem =
  'not_whole' | 'deprecated_in_past' | 'deprecation_moved' | 'moved_nearer' | 'too_soon' | 'no_successor';

/**
 * Why a version may not end like this; null when it may. It must end at least six calendar months after its
 * deprecation, which must be later than the announcement, never earlier than announced before, and with a released
 * successor for all that time (contract: Versioning 3).
 * @param versions all known versions.
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

/** The problem as a sentence for the person who announces the end. */
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
      return `A contract version is served for at least ${SUNSET_MONTHS} months together with its successor: not before ${new Date(earliestSunset(deprecatedAt)).toISOString()}.`;
    case 'no_successor':
      return 'A contract version ends only after a later one, which is released by the day of its deprecation and outlives it.';
  }
}
