import { defineStates } from '@portal/kernel';

/**
 * requested: stored, not sent yet. sending: a call was or may have been made. pending: the processor has accepted it
 * and not paid it out yet. failed: refused, or returned later; it has no effect.
 */
export const refundStates = defineStates({
  requested: ['sending', 'pending', 'succeeded', 'failed'],
  sending: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
});

export type RefundState = (typeof refundStates.states)[number];

/** States of an attempt, which has one key and one body. Only `sending` may still move money; `made` has. */
export type RefundAttemptState = 'sending' | 'made' | 'refused' | 'void' | 'stuck';

export const REFUND_REASONS = [
  'requested_by_customer',
  'duplicate',
  'fraudulent',
  'service_failure',
  'billing_error',
  'other',
] as const;

export type RefundReason = (typeof REFUND_REASONS)[number];

export function isRefundReason(text: string | null): text is RefundReason {
  return (REFUND_REASONS as readonly (string | null)[]).includes(text);
}
