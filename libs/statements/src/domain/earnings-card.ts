import type { StatementDocument } from '@portal/statement-proof';

/** What a booking counts as on the card; every other kind is `other`. */
const COUNTS_AS: Readonly<Record<string, 'refunds' | 'disputes' | 'fees'>> = {
  refund: 'refunds',
  refund_failed: 'refunds',
  credit_note: 'refunds',
  dispute_opened: 'disputes',
  dispute_won: 'disputes',
  dispute_lost: 'disputes',
  dispute_appeal_won: 'disputes',
  dispute_fee: 'fees',
  listing_fee: 'fees',
};

interface CardStep {
  readonly code: string;
  readonly label: string;
  readonly kind: 'total' | 'step';
  readonly amountMinor: bigint;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

/**
 * A period from its sales to its payout, from nothing but its statement: page, API, CSV and PDF show these amounts. Each
 * step starts where the one before ended, a total is the amount reached, and the last one is the amount paid. `isOpen`:
 * no run was prepared, so it is what the next one pays.
 */
export function earningsCard(
  { statement: s, lines, entries }: Omit<StatementDocument, 'proof'>,
  { isOpen = false }: { isOpen?: boolean } = {},
): CardStep[] {
  let reached = 0n;
  const step = (code: string, label: string, amountMinor: bigint): CardStep => {
    const fromMinor = reached;
    reached += amountMinor;
    return { code, label, kind: 'step', amountMinor, fromMinor, toMinor: reached };
  };
  const total = (code: string, label: string): CardStep => {
    return { code, label, kind: 'total', amountMinor: reached, fromMinor: 0n, toMinor: reached };
  };
  const booked = { refunds: 0n, disputes: 0n, fees: 0n, other: 0n };
  for (const { kind, amount_minor } of entries)
    booked[Object.hasOwn(COUNTS_AS, kind) ? COUNTS_AS[kind]! : 'other'] += BigInt(amount_minor);
  reached = lines.reduce((sum, line) => sum + BigInt(line.gross_minor), 0n);
  return [
    total('sales', 'Sales'),
    step('platform', 'Platform share', BigInt(s.earned_minor) - reached),
    total('share', 'Share'),
    step('refunds', 'Refunds and credit notes', booked.refunds),
    step('disputes', 'Disputes', booked.disputes),
    step('fees', 'Fees', booked.fees),
    step('opening', 'Opening balance', BigInt(s.opening_minor)),
    step('other', 'Other bookings', booked.other),
    step('held', 'Held', -BigInt(s.held_minor)),
    step('carried', 'Carried forward', -BigInt(s.carried_minor)),
    isOpen ? total('next_payout', 'Next payout') : total('paid', 'Paid'),
  ];
}
