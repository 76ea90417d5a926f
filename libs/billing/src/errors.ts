import { AppError, defineErrors } from '@portal/kernel';

export const billingErrors = defineErrors({
  month_invalid: [400, 'Enter the month as YYYY-MM.'],
  tier_price_not_found: [404, 'This tier has no price at present.'],
  month_not_over: [409, 'This month has not ended yet. You can close it from the first day of the next month (UTC).'],
  seller_not_set: [
    409,
    'Tax is in force for this month, and its invoices must name the seller. Approve the policy "Operator on documents" first.',
  ],
  vat_rate_missing: [
    409,
    'Tax is in force for this month, and its invoices must state VAT in the currency of the seller. Approve the policy "VAT in the currency of the seller" with a rate of this month or later for each other currency first.',
  ],
  tax_id_invalid: [422, 'This tax ID is not valid.'],
  month_closed: [409, 'This month is closed, or being closed.'],
  close_needs_approval: [409, 'This month bills more than one person may close alone.'],
  close_changed: [
    409,
    'What this month bills has changed since it was proposed. Withdraw the proposal and close it again.',
  ],
  invoice_not_found: [404, 'Invoice not found.'],
  tenant_not_found: [404, 'Tenant not found.'],
  invoice_not_paid: [409, 'This invoice has not been paid, so there is nothing to refund. Cancel it instead.'],
  invoice_not_creditable: [409, 'Only an open, unpaid invoice can be cancelled. Refund a paid invoice instead.'],
  payment_in_progress: [
    409,
    'A payment of this invoice is in progress. Wait for the outcome, then cancel or refund it.',
  ],
  adjustment_too_large: [409, 'This is more than the remaining amount of the invoice.'],
  adjustment_not_possible: [422, 'The payment provider does not take this amount in this currency.'],
  adjustment_line_unknown: [422, 'This line does not belong to the invoice, or nothing is left to refund on it.'],
  no_surplus: [409, 'This invoice was not overpaid, or the surplus has already been returned.'],
  refund_not_found: [404, 'Refund not found.'],
  refund_in_progress: [409, 'Another refund of this payment is still in progress. Wait for its outcome.'],
  payment_disputed: [409, 'This payment has an open dispute. You can refund it after the dispute is decided.'],
  confirmation_mismatch: [409, 'The amount that you confirm is not the amount of this refund.'],
  second_person_needed: [409, 'This is more than one person may give back to this customer alone within 30 days.'],
  dispute_not_found: [404, 'Dispute not found.'],
  dispute_not_answerable: [409, 'You can no longer submit evidence for this dispute, or it is not open yet.'],
  payment_method_required: [409, 'A paid plugin requires a payment method. Add one for this tenant first.'],
  billing_details_required: [
    409,
    'A paid plugin requires billing details to calculate tax. Add them for this tenant first.',
  ],
  payment_method_declined: [422, 'The card was declined. Try another card.'],
  payment_method_needs_action: [422, 'The card requires confirmation by its holder. Try another card.'],
  invoice_not_payable: [409, 'This invoice is already paid, or not due yet.'],
  host_collects: [409, 'The host platform collects the invoices of this tenant, so no card is charged.'],
  host_does_not_collect: [409, 'The host platform does not collect the invoices of this tenant.'],
  payer_customer_unknown: [422, 'This payment account has no such customer.'],
  payer_customer_no_card: [422, 'This customer has no card as its default payment method. Add one there first.'],
  payer_customer_taken: [409, 'This customer pays for another tenant or author already.'],
  payer_customer_set: [
    409,
    'This tenant has another customer of the payment account already, which cannot be replaced.',
  ],
  write_off_carried: [
    409,
    'The amount of this invoice was carried forward to a later invoice. Write off that one instead.',
  ],
  write_off_changed: [409, 'What is owed on this invoice has changed. Withdraw the proposal and propose it again.'],
  write_off_in_flight: [409, 'A payment of this invoice is in progress. Wait for its outcome.'],
  policy_not_found: [404, 'Policy not found.'],
  policy_value_invalid: [422, 'This value is not valid for this policy. See details.'],
  policy_unchanged: [409, 'The policy already has this value at that time, so there is nothing to change.'],
  policy_month_closed: [409, 'This start date falls in a month that is closed or closing. Choose a later one.'],
  policy_out_of_order: [
    409,
    'A newer version starts on or after this date. A change must start after every approved version.',
  ],
  listing_fee_in_use: [409, 'Live listings pay this fee, so it cannot be removed. Change who bills for them first.'],
  share_scope_unknown: [404, 'Author or Drive not found.'],
  share_month_begun: [409, 'This month has already begun. A revenue share can only change from a future month.'],
  share_out_of_order: [
    409,
    'A revenue share that starts in this month or later is already approved. Choose a later month.',
  ],
  card_page_not_found: [404, 'Card page not found. Start again.'],
  card_page_open: [409, 'No card has been saved on that page yet. Finish there, or start again.'],
  card_page_expired: [409, 'The card page expired before a card was saved. Start again.'],
  payment_method_not_saved: [
    503,
    'The payment provider did not respond. No card was saved and nothing was charged. Try again.',
  ],
});

const PAID_WITH_LATER = {
  message:
    'Nothing was charged for this invoice by itself. It was paid with a later one, which can be refunded, or through the host, which returns money itself.',
};

/** Error for refunding an invoice without a payment of its own. @param state state of the invoice */
export function notRefundable(state: string): AppError {
  return new AppError(billingErrors.invoice_not_paid, state === 'paid' ? PAID_WITH_LATER : {});
}
