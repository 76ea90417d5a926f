import type { PolicyValues } from '../../policies/domain/policy.js';
import type { TaxRate } from '../../policies/domain/tax-policy.js';
import { divideHalfUp } from '../../domain/divide-half-up.js';

/** Location of a tenant. */
interface TaxAddress {
  readonly country: string;
  readonly region: string | null;
  /** It has a valid tax id, and the seller is in another country. */
  readonly businessAbroad: boolean;
}

/** Tax of an invoice and its reason, printed on it and never changed. */
export interface TaxOutcome {
  readonly taxMinor: bigint;
  readonly name: string | null;
  readonly basisPoints: number | null;
  /** Reverse charge: the customer owes the tax. */
  readonly reverseCharge: boolean;
  readonly reason: 'rated' | 'reverse_charge' | 'no_rate' | 'address_missing';
}

const NONE = { taxMinor: 0n, name: null, basisPoints: null, reverseCharge: false } as const;

/** The rate of a location: the region's rate takes precedence over the country's. */
function rateOf(table: readonly TaxRate[], address: TaxAddress): TaxRate | undefined {
  const there = table.filter((rate) => rate.country === address.country);
  return (
    there.find((rate) => rate.region !== null && rate.region === address.region) ?? there.find((r) => r.region === null)
  );
}

/** Tax by the fixed table, added to the amount, rounded half up once per invoice. */
export function taxByTable(
  { table }: PolicyValues['tax'],
  amountMinor: bigint,
  address: TaxAddress | null,
): TaxOutcome {
  if (address === null) return { ...NONE, reason: 'address_missing' };
  const rate = rateOf(table, address);
  if (!rate) return { ...NONE, reason: 'no_rate' };
  const { name, basis_points: basisPoints } = rate;
  if (rate.reverse_charge && address.businessAbroad)
    return { taxMinor: 0n, name, basisPoints, reverseCharge: true, reason: 'reverse_charge' };
  const taxMinor = divideHalfUp(amountMinor * BigInt(basisPoints), 10_000n);
  return { taxMinor, name, basisPoints, reverseCharge: false, reason: 'rated' };
}
