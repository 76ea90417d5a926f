import { divideHalfUp } from '../../domain/divide-half-up.js';

interface FeeParts {
  /** Deducted from what the author is owed. */
  readonly nettedMinor: bigint;
  /** To be paid by the author. */
  readonly askedMinor: bigint;
}

/**
 * Divides a listing fee including tax. `balanceMinor` is what the author is owed plus earnings of the month. With
 * `carry` all of it is deducted from the balance, which may become negative; otherwise only as far as the balance is
 * positive.
 */
export function divideFee(feeMinor: bigint, balanceMinor: bigint, collection: 'invoice' | 'carry'): FeeParts {
  if (collection === 'carry') return { nettedMinor: feeMinor, askedMinor: 0n };
  const owed = balanceMinor > 0n ? balanceMinor : 0n;
  const nettedMinor = owed < feeMinor ? owed : feeMinor;
  return { nettedMinor, askedMinor: feeMinor - nettedMinor };
}

/** The tax in the part that the author pays: in proportion, half up; the rest of the tax is in the deducted part. */
export function taxAsked(taxMinor: bigint, askedMinor: bigint, wholeMinor: bigint): bigint {
  return askedMinor === wholeMinor ? taxMinor : divideHalfUp(taxMinor * askedMinor, wholeMinor);
}
