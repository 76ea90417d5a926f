export interface FeeParts {
  /** Taken from what the author is owed. */
  readonly nettedMinor: bigint;
  /** Still to be paid by the author. */
  readonly askedMinor: bigint;
}

/**
 * Divides a listing fee. `balanceMinor` is what the author is owed and earns in the month. With `carry` all of it is taken from the balance, which may go negative; else only as far as the
 * balance is positive.
 */
export function divideFee(feeMinor: bigint, balanceMinor: bigint, collection: 'invoice' | 'carry'): FeeParts {
  if (collection === 'carry') return { nettedMinor: feeMinor, askedMinor: 0n };
  const owed = balanceMinor > 0n ? balanceMinor : 0n;
  const nettedMinor = owed < feeMinor ? owed : feeMinor;
  return { nettedMinor, askedMinor: feeMinor - nettedMinor };
}
