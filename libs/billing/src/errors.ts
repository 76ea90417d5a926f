import { AppError, defineErrors } from '@portal/kernel';

export const billingErrors = defineErrors({
  month_invalid: { status: 400, message: 'Write the month as YYYY-MM.' },
  month_not_over: {
    status: 409,
    message: 'This month is not over yet (UTC). It can be closed from the first of the next one.',
  },
  invoice_not_found: { status: 404, message: 'No such invoice.' },
  tenant_not_found: { status: 404, message: 'No such tenant.' },
  invoice_not_paid: {
    status: 409,
    message: 'This invoice is not paid: there is nothing to refund. Cancel it instead.',
  },
  invoice_not_creditable: {
    status: 409,
    message: 'Only an invoice that was issued and is not paid can be cancelled. A paid one is refunded.',
  },
  payment_in_progress: {
    status: 409,
    message: 'This invoice is being charged just now. Wait for the outcome, then cancel or refund it.',
  },
  adjustment_too_large: { status: 409, message: 'This is more than is left of the invoice.' },
  adjustment_line_unknown: {
    status: 422,
    message: 'This line does not belong to the invoice, or nothing is left of it.',
  },
  no_surplus: { status: 409, message: 'Nothing was paid too much for this invoice, or it went back already.' },
  refund_not_found: { status: 404, message: 'No such refund.' },
  refund_in_progress: {
    status: 409,
    message: 'Another refund of this payment has no outcome yet. Wait for it first.',
  },
  payment_disputed: {
    status: 409,
    message: 'A dispute of this payment is open. Nothing can be refunded until it is decided.',
  },
  confirmation_mismatch: { status: 409, message: 'The amount that was typed is not the amount of this refund.' },
  credit_note_not_found: { status: 404, message: 'No such credit note.' },
  dispute_not_found: { status: 404, message: 'No such dispute.' },
  dispute_not_answerable: { status: 409, message: 'This dispute takes no answer now.' },
  payment_method_required: {
    status: 409,
    message: 'A paid install needs a saved payment method. Add one for this tenant first.',
  },
  billing_details_required: {
    status: 409,
    message: 'A paid install needs to know where you are billed, for the tax. Fill in the billing details first.',
  },
  payment_method_declined: { status: 422, message: 'The card was declined. Try another one.' },
  payment_method_needs_action: {
    status: 422,
    message: 'The card needs a confirmation by its holder. Try another one.',
  },
  invoice_not_payable: { status: 409, message: 'This invoice is paid, or not to be paid yet.' },
  tenant_suspended: {
    status: 409,
    message: 'Paid plugins of this tenant are suspended, because an invoice is unpaid. Pay it first.',
  },
  write_off_not_found: { status: 404, message: 'No such write-off, or it is decided already.' },
  write_off_exists: { status: 409, message: 'This invoice is proposed for a write-off already.' },
  write_off_carried: {
    status: 409,
    message: 'This amount was carried into a later invoice. Give that one up instead.',
  },
  write_off_second_person: { status: 403, message: 'Somebody else has to approve what you proposed.' },
  write_off_in_flight: { status: 409, message: 'A payment of this invoice is on its way. Wait for its outcome.' },
  policy_not_found: { status: 404, message: 'No such policy.' },
  policy_proposal_not_found: { status: 404, message: 'No such proposal, or it is decided already.' },
  policy_value_invalid: { status: 422, message: 'This is no value for this policy. See details.' },
  policy_unchanged: { status: 409, message: 'This is what holds then anyway. Nothing to propose.' },
  policy_proposal_open: {
    status: 409,
    message: 'Another change of this policy waits for a decision. Approve or reject that one first.',
  },
  policy_month_closed: {
    status: 409,
    message: 'That would change a month that is closed or being closed. Choose a later beginning.',
  },
  policy_out_of_order: {
    status: 409,
    message: 'A newer version begins then or later. A change has to begin after every approved version.',
  },
  proposer_cannot_approve: { status: 403, message: 'Somebody else has to approve what you proposed.' },
  share_scope_unknown: { status: 404, message: 'No such author or Drive.' },
  share_proposal_not_found: { status: 404, message: 'No such proposal, or it is decided already.' },
  share_proposal_open: {
    status: 409,
    message: 'Another share for this author or Drive waits for a decision. Approve or reject that one first.',
  },
  share_month_begun: { status: 409, message: 'This month has begun. A share changes with a month that has not.' },
  share_out_of_order: {
    status: 409,
    message: 'A share that begins then or later is approved already. Choose a later month.',
  },
  card_page_not_found: { status: 404, message: 'No such card page. Start again.' },
  card_page_open: { status: 409, message: 'No card was saved on that page yet. Finish there, or start again.' },
  card_page_expired: { status: 409, message: 'That card page is over, and no card was saved. Start again.' },
  payment_method_not_saved: {
    status: 503,
    message: 'The payment provider did not answer. Nothing was charged. Try again.',
  },
});

const PAID_WITH_LATER = {
  message: 'This invoice was too small to be charged by itself and was paid with a later one. Refund that one.',
};

/** Why an invoice without a payment of its own is not refunded. @param state that of the invoice */
export function notRefundable(state: string): AppError {
  return new AppError(billingErrors.invoice_not_paid, state === 'paid' ? PAID_WITH_LATER : {});
}
