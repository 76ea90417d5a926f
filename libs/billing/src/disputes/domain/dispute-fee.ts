import type { PolicyValues } from '../../policies/domain/policy.js';
import { divideInProportion } from '../../adjustments/domain/reversal.js';

/**
 * Each author's part of a dispute's fee, in proportion to what the dispute takes from the author (largest remainder,
 * ties in the order of organizations); empty when the platform bears it. A negative fee is returned in the same parts.
 */
export function feeBearers(
  bearer: PolicyValues['dispute_fee_bearer'],
  feeMinor: bigint,
  held: readonly { readonly orgId: string | null; readonly authorMinor: bigint }[],
): { orgId: string; feeMinor: bigint }[] {
  const parts = new Map<string, bigint>();
  for (const { orgId, authorMinor } of held) {
    if (orgId !== null && authorMinor > 0n) parts.set(orgId, (parts.get(orgId) ?? 0n) + authorMinor);
  }
  if (bearer === 'platform' || feeMinor === 0n || parts.size === 0) return [];
  const orgs = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
  const size = feeMinor < 0n ? -feeMinor : feeMinor;
  // Scaled, so that a fee larger than the amount on hold can be divided too.
  const divided = divideInProportion(
    orgs.map(([, minor]) => minor * size),
    size,
  );
  return orgs
    .map(([orgId], at) => ({ orgId, feeMinor: feeMinor < 0n ? -divided[at]! : divided[at]! }))
    .filter((one) => one.feeMinor !== 0n);
}
