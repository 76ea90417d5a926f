import { divideHalfUp } from '../../domain/divide-half-up.js';

interface FeeParts {
  /** Taken from what the author is owed. */
  readonly nettedMinor: bigint;
  /** Still to be paid by the author. */
  readonly askedMinor: bigint;
}

/**
 * Divides a listing fee with its tax. `balanceMinor` is what the author is owed and earns in the month. With `carry` all of it is taken from the balance, which may go negative; else only as far as the
 * balance is positive.
 */
export function divideFee(feeMinor: bigint, balanceMinor: bigint, collection: 'invoice' | 'carry'): FeeParts {
  if (collection === 'carry') return { nettedMinor: feeMinor, askedMinor: 0n };
  const owed = balanceMinor > 0n ? balanceMinor : 0n;
  const nettedMinor = owed < feeMinor ? owed : feeMinor;
  return { nettedMinor, askedMinor: feeMinor - nettedMinor };
}

/** The part of a fee's tax in what is asked for: in proportion, half up; the rest of the tax is in what was netted. */
export function taxAsked(taxMinor: bigint, askedMinor: bigint, wholeMinor: bigint): bigint {
  return askedMinor === wholeMinor ? taxMinor : divideHalfUp(taxMinor * askedMinor, wholeMinor);
}
