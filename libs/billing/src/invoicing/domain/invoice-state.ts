import { defineStates } from '@portal/kernel';

/**
 * draft: lines are written but not booked. open: booked, waits for its first charge. past_due: a charge was declined,
 * or there is no card. below_minimum: too small to charge; carried into the tenant's next invoice and paid with it.
 * credited: closed by credit notes before payment.
 */
export const invoiceStates = defineStates({
  draft: ['open', 'below_minimum'],
  open: ['paid', 'past_due', 'credited'],
  past_due: ['paid', 'past_due', 'uncollectible', 'credited'],
  below_minimum: ['paid', 'uncollectible', 'credited'],
  uncollectible: ['paid'],
  paid: [],
  credited: [],
});

export type InvoiceState = (typeof invoiceStates.states)[number];

/** States in which the tenant owes the amount. */
export function isCollectable(state: InvoiceState): boolean {
  return state === 'open' || state === 'past_due';
}

/**
 * States of a payment attempt. Only `sending` may still move money; `surplus` moved money for an invoice that was
 * already paid.
 */
export const paymentStates = defineStates({
  sending: ['succeeded', 'declined', 'requires_action', 'void', 'stuck', 'surplus'],
  succeeded: [],
  declined: ['succeeded', 'surplus'],
  requires_action: ['succeeded', 'surplus'],
  void: ['succeeded', 'surplus'],
  stuck: ['succeeded', 'surplus', 'void'],
  surplus: [],
});

export type PaymentAttemptState = (typeof paymentStates.states)[number];

export const periodStates = defineStates({ open: ['closing'], closing: ['closed'], closed: [] });

export type PeriodState = (typeof periodStates.states)[number];
