import type { PolicyValues } from '../../policies/domain/policy.js';
import { authorParts, divideInProportion, type LineReversal } from '../../adjustments/domain/reversal.js';

/**
 * Each author's part of a dispute's fee, in proportion to what the dispute takes from the author (largest remainder,
 * ties in the order of organizations); empty when the platform bears it. A negative fee is returned in the same parts.
 */
export function feeBearers(
  bearer: PolicyValues['dispute_fee_bearer'],
  feeMinor: bigint,
  held: readonly Pick<LineReversal, 'orgId' | 'authorMinor'>[],
): { orgId: string; feeMinor: bigint }[] {
  const orgs = [...authorParts(held)].filter(([, minor]) => minor > 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  if (bearer === 'platform' || feeMinor === 0n || orgs.length === 0) return [];
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
