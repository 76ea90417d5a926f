const TITLES: Readonly<Record<string, string>> = {
  invoice_paid: 'Payment without a line',
  credit_note: 'Credited to the tenant before payment',
  refund: 'Refund to the tenant',
  refund_failed: 'Refund that did not reach the tenant',
  dispute_opened: 'Disputed by the tenant, on hold until decided',
  dispute_won: 'Dispute won, released',
  dispute_lost: 'Dispute lost',
  dispute_fee: 'Dispute fee',
  dispute_appeal_won: 'Dispute won on appeal, released',
  listing_fee: 'Listing fee',
  recovery_written_off: 'Negative balance written off by the platform',
  recovery_paid_otherwise: 'Negative balance paid in another way',
  payout_hold: 'Held back',
  payout_hold_released: 'Released from hold',
  payout_reserve: 'Payout of another run',
  payout_released: 'Returned payout',
  payout_counted: 'Payout counted in the previous statement',
};

/** What a booking is called on a statement. One of a kind that is not known here is named plainly, never left out. */
export function entryTitle(kind: string, amountMinor: bigint): string {
  if (Object.hasOwn(TITLES, kind)) return TITLES[kind]!;
  const words = kind.replaceAll('_', ' ');
  return amountMinor < 0n ? `Taken: ${words}` : `Given: ${words}`;
}
