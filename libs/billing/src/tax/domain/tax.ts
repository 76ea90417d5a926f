import type { PolicyValues } from '../../policies/domain/policy.js';
import type { TaxRate } from '../../policies/domain/tax-policy.js';
import { divideHalfUp } from '../../domain/divide-half-up.js';

/** Where a tenant is taxed. */
interface TaxAddress {
  readonly country: string;
  readonly region: string | null;
  readonly taxId: string | null;
}

/** What tax an invoice bears and why; printed on it, and kept as it was. */
export interface TaxOutcome {
  readonly taxMinor: bigint;
  readonly name: string | null;
  readonly basisPoints: number | null;
  /** The customer owes the tax itself. */
  readonly reverseCharge: boolean;
  readonly reason: 'rated' | 'reverse_charge' | 'no_rate' | 'address_missing';
}

const NONE = { taxMinor: 0n, name: null, basisPoints: null, reverseCharge: false } as const;

/** The rate of a place: the region's own before the country's. */
function rateOf(table: readonly TaxRate[], address: TaxAddress): TaxRate | undefined {
  const there = table.filter((rate) => rate.country === address.country);
  return (
    there.find((rate) => rate.region !== null && rate.region === address.region) ?? there.find((r) => r.region === null)
  );
}

/** Tax by the fixed table, on top of the amount, half up once per invoice. */
export function taxByTable(
  { table }: PolicyValues['tax'],
  amountMinor: bigint,
  address: TaxAddress | null,
): TaxOutcome {
  if (address === null) return { ...NONE, reason: 'address_missing' };
  const rate = rateOf(table, address);
  if (!rate) return { ...NONE, reason: 'no_rate' };
  const { name, basis_points: basisPoints } = rate;
  if (rate.reverse_charge && address.taxId !== null)
    return { taxMinor: 0n, name, basisPoints, reverseCharge: true, reason: 'reverse_charge' };
  const taxMinor = divideHalfUp(amountMinor * BigInt(basisPoints), 10_000n);
  return { taxMinor, name, basisPoints, reverseCharge: false, reason: 'rated' };
}
