/** The properties of an unmatched movement that show where it came from. */
interface MovementFacts {
  readonly type: string;
  readonly sourceMetadata: Readonly<Record<string, string>>;
}

/**
 * How to handle a movement without a posting. `bank`: a transfer between the provider and our own bank, which is
 * booked. `fee`: the provider's own charge, which is booked. `expected`: made by us, or of a kind that our features
 * book; they get time to do so. `foreign`: made outside the product; the money goes to suspense until a person decides.
 */
type MovementClass =
  { readonly as: 'bank' | 'fee' | 'expected' } | { readonly as: 'foreign'; readonly kind: ForeignKind };

export type ForeignKind = 'manual_transfer' | 'manual_reversal' | 'unknown_charge' | 'unknown_movement';

const BANK = new Set(['topup', 'topup_reversal', 'payout', 'payout_cancel', 'payout_failure']);
const FEES = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'network_cost']);
/** Our features book these by their object, also when a person created it at the provider. */
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
