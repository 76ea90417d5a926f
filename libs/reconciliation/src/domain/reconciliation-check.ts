/** Two figures that must agree, in one currency; minor units. */
export interface Equality {
  readonly name: 'balance' | 'clearing' | 'authors' | 'suspense';
  readonly currency: string;
  readonly leftMinor: bigint;
  readonly rightMinor: bigint;
  /** Movements that only one side knows so far, signed as a change of the left side. */
  readonly underWayMinor: bigint;
  readonly holds: boolean;
  /** Authors whose amounts differ, also when the totals are equal. */
  readonly differing?: readonly string[];
  /** Ids of all of them; undefined when they are too many to be named. */
  readonly orgIds?: readonly string[] | undefined;
}

export function equality(
  name: Equality['name'],
  currency: string,
  leftMinor: bigint,
  rightMinor: bigint,
  underWayMinor = 0n,
  differing: readonly string[] = [],
): Equality {
  const holds = leftMinor + underWayMinor === rightMinor && differing.length === 0;
  return { name, currency, leftMinor, rightMinor, underWayMinor, holds, differing };
}

/** Title of each check and the names of its two sides. */
export const EQUALITY_TEXT: Readonly<Record<Equality['name'], { title: string; left: string; right: string }>> = {
  balance: {
    title: "Our mirror of the provider's balance equals the balance",
    left: 'Ledger account stripe_balance',
    right: 'Provider: available, pending and reserved',
  },
  clearing: {
    title: 'The amount reserved for payouts equals the payouts in progress',
    left: 'Ledger account payout_clearing',
    right: 'Payouts approved but not yet settled',
  },
  authors: {
    title: 'The amounts owed to authors match their statements',
    left: 'Ledger accounts author_payable, author_reserve and author_disputed',
    right: 'Unpaid on the last statements, plus later bookings',
  },
  suspense: {
    title: 'Everything in suspense has an exception',
    left: 'Ledger account suspense',
    right: 'Open items with money in suspense',
  },
};
