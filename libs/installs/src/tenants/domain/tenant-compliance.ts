import type { CanonicalManifest } from '@portal/contract';

/** Compliance record of a tenant and its requirements of plugins, at one instant. */
export interface TenantCompliance {
  /** A business-associate agreement is on file and has not ended. */
  readonly baa: boolean;
  /** Region in which the tenant's data must stay; null: anywhere. */
  readonly residency: string | null;
  /** True: only plugins that state how they treat regulated data. */
  readonly regulated: boolean;
}

export const NOTHING_ON_FILE: TenantCompliance = { baa: false, residency: null, regulated: false };

/** Claims of a manifest about regulated data that no reviewer accepted, and that fewer than two did (`Listings.unprovenClaims`). */
export interface UnprovenClaims {
  readonly byOne: readonly string[];
  readonly byTwo: readonly string[];
}

/** Why a tenant may not run a revision; each is the code of a refusal. */
export const COMPLIANCE_GAPS = ['baa_required', 'residency_missing', 'compliance_missing', 'claims_unproven'] as const;
export type ComplianceGap = (typeof COMPLIANCE_GAPS)[number];

/**
 * The compliance gaps between a manifest and a tenant, in the order of the list; none: it may be installed. The database
 * refuses `claims_unproven` too (`installs.claims_accepted`).
 */
export function complianceGaps(
  { compliance }: Pick<CanonicalManifest, 'compliance'>,
  tenant: TenantCompliance,
  unproven: UnprovenClaims,
): ComplianceGap[] {
  const there: Record<ComplianceGap, boolean> = {
    baa_required: compliance?.baaRequired === true && !tenant.baa,
    residency_missing: tenant.residency !== null && !sameRegion(compliance?.dataResidency ?? [], tenant.residency),
    compliance_missing: tenant.regulated && compliance === null,
    claims_unproven: claimsToProve(tenant, unproven).length > 0,
  };
  return COMPLIANCE_GAPS.filter((gap) => there[gap]);
}

const REGION = 'residency:';

/** Of the claims that are not accepted those that the tenant relies on: all, by two, where it is regulated, else that of its region (`installs.relies_on`). */
export function claimsToProve(tenant: TenantCompliance, { byOne, byTwo }: UnprovenClaims): string[] {
  const { regulated, residency } = tenant;
  if (regulated) return [...byTwo];
  if (residency === null) return [];
  return byOne.filter((claim) => claim.startsWith(REGION) && sameRegion([claim.slice(REGION.length)], residency));
}

/** Regions are names that people write: `eu` and `EU` are one. */
const sameRegion = (regions: readonly string[], wanted: string): boolean =>
  regions.some((region) => region.trim().toLowerCase() === wanted.trim().toLowerCase());
