/** The shortest time two contract versions are served side by side, in calendar months (contract: Versioning 3). */
export const SUNSET_MONTHS = 6;

/** One version of the contract and its dates; instants are ms UTC, null where there is none. */
export interface ContractVersion {
  readonly major: number;
  /** How a manifest of each shape spells it (contract: Versioning 4). */
  readonly spelling: { readonly flat: string; readonly structured: string };
  /** `schema_version` of the structured shape. */
  readonly schemaVersion: number;
  /** When a successor replaced it as the version to write for; null while it is the current one. */
  readonly deprecatedAt: number | null;
  /** From when on it is no longer served. */
  readonly sunsetAt: number | null;
}

/** Where a version stands at an instant. */
export type ContractVersionPhase = 'current' | 'deprecated' | 'sunset';

/** The versions of the contract that exist (contract: Versioning 1). */
export const CONTRACT_VERSIONS: readonly ContractVersion[] = Object.freeze([
  Object.freeze({
    major: 1,
    spelling: Object.freeze({ flat: 'v1', structured: '1.0.0' }),
    schemaVersion: 1,
    deprecatedAt: null,
    sunsetAt: null,
  }),
]);

/** Where a version stands at an instant (ms UTC). Each date begins its phase. */
export function contractVersionPhase(version: ContractVersion, at: number): ContractVersionPhase {
  if (version.sunsetAt !== null && at >= version.sunsetAt) return 'sunset';
  return version.deprecatedAt !== null && at >= version.deprecatedAt ? 'deprecated' : 'current';
}

/** The version with a major number, if it is still served at an instant (ms UTC). */
export function servedContractVersion(
  major: number,
  at: number,
  versions: readonly ContractVersion[] = CONTRACT_VERSIONS,
): ContractVersion | undefined {
  return versions.find((version) => version.major === major && contractVersionPhase(version, at) !== 'sunset');
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

/**
 * A version with its end announced.
 * @param deprecatedAt when its successor ships, ms UTC.
 * @param sunsetAt when it ends, ms UTC.
 * @throws RangeError when the two are less than six calendar months apart, or the version ends already.
 */
export function announceSunset(version: ContractVersion, deprecatedAt: number, sunsetAt: number): ContractVersion {
  if (!Number.isSafeInteger(deprecatedAt) || !Number.isSafeInteger(sunsetAt))
    throw new RangeError('The dates of a contract version are whole milliseconds.');
  if (version.sunsetAt !== null && sunsetAt < version.sunsetAt)
    throw new RangeError('The end of a contract version that was announced can only be moved later.');
  if (sunsetAt < earliestSunset(deprecatedAt)) {
    throw new RangeError(
      `A contract version is served for at least ${SUNSET_MONTHS} months beside its successor: not before ${new Date(earliestSunset(deprecatedAt)).toISOString()}.`,
    );
  }
  return { ...version, deprecatedAt, sunsetAt };
}
