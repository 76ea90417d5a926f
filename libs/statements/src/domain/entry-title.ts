// Covered by the seal of a statement: changing a text makes every sealed statement an altered one.
const TITLES: Readonly<Record<string, string>> = {
  invoice_paid: 'Payment that no line explains',
  credit_note: 'Credited to the tenant before it was paid',
  refund: 'Refund to the tenant',
  refund_failed: 'Refund that did not reach the tenant',
  dispute_opened: 'Disputed by the tenant, kept until it is decided',
  dispute_won: 'Dispute won, given back',
  dispute_lost: 'Dispute lost',
  dispute_fee: 'Fee for a dispute',
  dispute_appeal_won: 'Dispute won on appeal, given back',
  listing_fee: 'Listing fee',
  recovery_written_off: 'Negative balance given up by the platform',
  recovery_paid_otherwise: 'Negative balance paid in another way',
  payout_hold: 'Held back',
  payout_hold_released: 'No longer held back',
  payout_reserve: 'Payout of another run',
  payout_released: 'Payout that came back',
  payout_counted: 'Payout that the statement before counts',
};

/** Titles since statements tell of later events (`StatementFacts.later`). */
const LATER_TITLES: Readonly<Record<string, string>> = {
  exception_written_off: 'Difference with the processor, decided by finance',
};

export const laterTitle = (kind: string): string | undefined => LATER_TITLES[kind];

/** Title of a posting on a statement. An unknown kind gets a general title; no posting is left out. */
export function entryTitle(kind: string, amountMinor: bigint): string {
  if (Object.hasOwn(TITLES, kind)) return TITLES[kind]!;
  const words = kind.replaceAll('_', ' ');
  return amountMinor < 0n ? `Taken: ${words}` : `Given: ${words}`;
}
