/** What of an unmatched movement tells whose it is. */
interface MovementFacts {
  readonly type: string;
  readonly sourceMetadata: Readonly<Record<string, string>>;
}

/**
 * What becomes of a movement that no posting stands for. `bank`: money between the provider and our own bank, booked as
 * such. `fee`: what the provider charges for itself, booked as such. `expected`: ours or of a kind that our own features
 * book; they are given time. `foreign`: made by somebody past us; the money waits in suspense for a person.
 */
type MovementClass =
  { readonly as: 'bank' | 'fee' | 'expected' } | { readonly as: 'foreign'; readonly kind: ForeignKind };

export type ForeignKind = 'manual_transfer' | 'manual_reversal' | 'unknown_charge' | 'unknown_movement';

const BANK = new Set(['topup', 'topup_reversal', 'payout', 'payout_cancel', 'payout_failure']);
const FEES = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'network_cost']);
/** Our features book these by the object they belong to, also when a person made it at the provider. */
const BOOKED_BY_OBJECT = new Set([
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'adjustment',
]);

export function classifyMovement({ type, sourceMetadata }: MovementFacts): MovementClass {
  if (BANK.has(type)) return { as: 'bank' };
  if (FEES.has(type)) return { as: 'fee' };
  if (BOOKED_BY_OBJECT.has(type)) return { as: 'expected' };
  if (type === 'charge' || type === 'payment') {
    return sourceMetadata['invoice_id'] ? { as: 'expected' } : { as: 'foreign', kind: 'unknown_charge' };
  }
  if (type === 'transfer') {
    return sourceMetadata['payout_id'] ? { as: 'expected' } : { as: 'foreign', kind: 'manual_transfer' };
  }
  if (type === 'transfer_refund' || type === 'transfer_cancel' || type === 'transfer_failure') {
    return sourceMetadata['payout_id'] ? { as: 'expected' } : { as: 'foreign', kind: 'manual_reversal' };
  }
  return { as: 'foreign', kind: 'unknown_movement' };
}
