import type { PayoutPolicy } from '../../runs/domain/payout-policy.js';

const percent = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2).replace(/\.?0+$/, '')} %`;

/** The reason for an automatic reserve that the author sees. `rate`: the author's dispute rate in basis points. */
export function reserveReason(rule: PayoutPolicy['reserve_rule'], rate: number | null): string {
  const months = rule.months === 1 ? 'one month' : `${rule.months} months`;
  const what = `${percent(rule.basis_points)} of new earnings are held for ${months} and then released by themselves`;
  if (rate === null || rule.above_dispute_basis_points === null) return `${what}.`;
  return `${what}, because ${percent(rate)} of your payments were disputed (more than ${percent(rule.above_dispute_basis_points)}).`;
}
