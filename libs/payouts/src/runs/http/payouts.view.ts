import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { TIMELINE_CODES, type TimelineCode } from '../domain/payout-timeline.js';
import { DATE_KINDS, UNPAID_REASONS, type UnpaidDescription } from '../domain/unpaid.js';

export class RunTotalsView {
  @ApiProperty() currency: string;
  @ApiProperty() authors: number;
  @ApiProperty() balance_minor: string;
  @ApiProperty() to_pay_minor: string;
  @ApiProperty() paid_minor: string;
  @ApiProperty() carried_minor: string;
  @ApiProperty() held_minor: string;
  @ApiProperty() failed: number;
  @ApiProperty({ description: 'Payouts that are final: paid or carried forward' }) done: number;
  @ApiProperty({ description: 'Payouts that are still to be sent or confirmed' }) waiting: number;
  @ApiProperty({ description: 'Sent, outcome unknown' }) unknown: number;
  @ApiProperty({ description: 'Payouts paid in the last minute' }) paid_last_minute: number;
}

export class UnpaidPartView implements UnpaidDescription {
  @ApiProperty({ enum: UNPAID_REASONS }) reason: UnpaidDescription['reason'];
  @ApiProperty() reason_text: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ ...instant, description: 'What it means says `date_kind`' }) expected_at: string;
  @ApiProperty({
    enum: DATE_KINDS,
    description:
      'expected: paid or released automatically from this date. looked_at: the date is not known, and the reason is reviewed again on this date. act_by: deadline for the party that must act. tried_again: the tenant is charged again on this date',
  })
  date_kind: UnpaidDescription['date_kind'];
  @ApiProperty({ description: 'What must happen before it is paid' }) waits_for: string;
  @ApiProperty({ enum: ['author', 'tenant', 'finance', 'processor', 'nobody'], description: 'Who can resolve it' })
  who_acts: UnpaidDescription['who_acts'];
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) hold_id: string | null;
  @ApiProperty({ ...maybeText, description: 'Note of finance about a hold or an excluded payout' }) note: string | null;
}

class UnpaidNotePartView extends UnpaidPartView {
  @ApiProperty({ ...maybeInstant, description: 'When a retry paid it all the same: nothing is waited for any more' })
  paid_at: string | null;
}

export class UnpaidNoteView {
  @ApiProperty({ format: 'uuid' }) run_id: string;
  @ApiProperty({ example: '2026-11', description: 'The month of its run' }) month: string;
  @ApiProperty({ ...instant, description: 'When the run was executed, or prepared if it was not executed yet' })
  pay_day: string;
  @ApiProperty({ format: 'uuid' }) org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'What the run paid, also by a later attempt' }) paid_minor: string;
  @ApiProperty({
    type: [UnpaidNotePartView],
    description: 'All reasons at once, each with the amount it keeps and the figure of its rule; amounts may overlap',
  })
  reasons: UnpaidNotePartView[];
}

class PausedCurrencyView {
  @ApiProperty() currency: string;
  @ApiProperty() reason: string;
}

class RunApprovalView {
  @ApiProperty() user_id: string;
  @ApiProperty() user_name: string;
  @ApiProperty(instant) approved_at: string;
}

export class PayoutConversionView {
  @ApiProperty({ description: 'What was sent' }) source_amount_minor: string;
  @ApiProperty() source_currency: string;
  @ApiProperty({ description: "Amount received on the author's account" }) target_amount_minor: string;
  @ApiProperty() target_currency: string;
  @ApiProperty({ example: '1.0834', description: "The processor's own rate" }) exchange_rate: string;
}

export class PayoutStepView {
  @ApiProperty({ enum: TIMELINE_CODES }) code: TimelineCode;
  @ApiProperty() label: string;
  @ApiProperty({
    ...maybeInstant,
    description: 'When it happened; for a pending step, when it is expected, or null if unknown',
  })
  at: string | null;
  @ApiProperty() done: boolean;
  @ApiProperty({ ...maybeText, description: 'Id at the processor, or of our ledger transaction' }) ref: string | null;
  @ApiProperty({ ...maybeText, description: 'The reason given by the processor or the bank' }) note: string | null;
}

export class TransferReversalView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) amount_minor: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ ...maybeText, description: 'As the processor describes it' }) reason: string | null;
}

export class PayoutView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Owed at the cut-off; amount + carry + held' }) balance_minor: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() carry_minor: string;
  @ApiProperty() held_minor: string;
  @ApiProperty({ enum: ['computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled'] }) state: string;
  @ApiProperty() reason: string;
  @ApiProperty() reason_text: string;
  @ApiProperty({ ...maybeText, description: 'The message of the processor, or ours, if it failed' })
  failure: string | null;
  @ApiProperty({ type: [UnpaidPartView], description: 'Every unpaid amount of the balance' }) unpaid: UnpaidPartView[];
  @ApiProperty(maybeText) transfer_id: string | null;
  @ApiProperty() attempts: number;
  @ApiProperty({ enum: ['none', 'pending', 'in_transit', 'paid', 'failed', 'returned'] }) bank_state: string;
  @ApiProperty(maybeInstant) bank_arrives_at: string | null;
  @ApiProperty(maybeText) bank_failure: string | null;
  @ApiProperty({ ...maybeText, description: "The processor's payout to the bank that contains it" })
  bank_payout_id: string | null;
  @ApiProperty({
    type: PayoutConversionView,
    nullable: true,
    description: "Amount after conversion by the processor, if the author's account is in another currency",
  })
  converted: PayoutConversionView | null;
  @ApiProperty({ type: [TransferReversalView], description: 'What was taken back of the transfer at the processor' })
  reversals: TransferReversalView[];
  @ApiProperty(maybeInstant) settled_at: string | null;
}

export class PayoutRunView {
  @ApiProperty() id: string;
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty({
    enum: ['draft', 'computing', 'computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled'],
  })
  state: string;
  @ApiProperty() paused: boolean;
  @ApiProperty(maybeText) pause_reason: string | null;
  @ApiProperty({ type: [PausedCurrencyView] }) paused_currencies: PausedCurrencyView[];
  @ApiProperty({ description: 'People other than the preparer' }) approvals_needed: number;
  @ApiProperty({
    description: 'Unusual payouts that the preparer must decide on before approval; 0 if none',
  })
  decisions_missing: number;
  @ApiProperty({
    description: 'Failed payouts to retry or give up; their statements are not final before',
  })
  undecided_failures: number;
  @ApiProperty({ ...maybeText, description: 'Hash that an approval refers to; null until computed' })
  input_hash: string | null;
  @ApiProperty() prepared_by: string;
  @ApiProperty() prepared_by_name: string;
  @ApiProperty(instant) prepared_at: string;
  @ApiProperty({ type: [RunApprovalView] }) approvals: RunApprovalView[];
  @ApiProperty(maybeInstant) approved_at: string | null;
  @ApiProperty(maybeInstant) executed_at: string | null;
  @ApiProperty(maybeInstant) settled_at: string | null;
  @ApiProperty({ type: [RunTotalsView] }) totals: RunTotalsView[];
  @ApiProperty({
    type: [PayoutView],
    description:
      'Up to 1,000, failed and largest first; /payouts of the run has all of them. Empty in lists and with payouts=none',
  })
  payouts: PayoutView[];
}

export class PayoutRequirementView {
  @ApiProperty() code: string;
  @ApiProperty() awaiting: string;
  @ApiProperty() status: string;
  @ApiProperty(maybeInstant) deadline_at: string | null;
}

export class NextAccountView {
  @ApiProperty({ enum: ['incomplete', 'verifying', 'ready', 'rejected'] }) state: string;
  @ApiProperty() country: string;
  @ApiProperty({ type: [PayoutRequirementView] }) requirements: PayoutRequirementView[];
  @ApiProperty(maybeInstant) checked_at: string | null;
}

export class PayoutAccountView {
  @ApiProperty({ enum: ['none', 'incomplete', 'verifying', 'cooling_down', 'ready', 'rejected'] }) state: string;
  @ApiProperty(maybeText) country: string | null;
  @ApiProperty({ description: 'Whether payouts to the country are available' }) country_supported: boolean;
  @ApiProperty({ type: [String], description: 'Countries that payouts reach, ISO 3166-1 alpha-2' })
  supported_countries: string[];
  @ApiProperty({ type: [PayoutRequirementView] }) requirements: PayoutRequirementView[];
  @ApiProperty(maybeInstant) checked_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'After a change of account: when it receives payouts from' })
  usable_from: string | null;
  @ApiProperty({ type: NextAccountView, nullable: true, description: 'The account being set up to replace it' })
  next: NextAccountView | null;
}

export class OnboardingView {
  @ApiProperty({ description: 'A page at the processor; request a new one each time' }) onboarding_url: string;
  @ApiProperty(instant) expires_at: string;
}

export class UnpaidView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Sum of the parts' }) total_minor: string;
  @ApiProperty({
    format: 'date',
    example: '2026-12-03',
    description: 'UTC; the next run is not prepared before this day',
  })
  next_payout_on: string;
  @ApiProperty({ description: 'Amount the next run would pay at current amounts' }) next_payout_minor: string;
  @ApiProperty({ description: 'Part of the balance that holds would withhold' }) next_held_minor: string;
  @ApiProperty({ type: [UnpaidPartView] }) parts: UnpaidPartView[];
}

export class UnpaidListView {
  @ApiProperty({ type: [UnpaidView], description: 'By currency; amounts in different currencies are never offset' })
  items: UnpaidView[];
}

class RunTotalComparedView {
  @ApiProperty() currency: string;
  @ApiProperty() authors_before: number;
  @ApiProperty() authors_now: number;
  @ApiProperty({ description: 'Paid by the previous run' }) before_minor: string;
  @ApiProperty({ description: 'To be paid by this run' }) now_minor: string;
}

export class RunComparisonView {
  @ApiProperty({ ...maybeText, description: 'The run that it is compared with' }) month: string | null;
  @ApiProperty({ type: [RunTotalComparedView] }) totals: RunTotalComparedView[];
  @ApiProperty({ type: [String], description: 'Authors whom that run paid and this one does not' }) gone: string[];
}

export class RetryView {
  @ApiProperty({ description: 'Payouts that are retried' }) retried: number;
  @ApiProperty({ type: PayoutRunView }) run: PayoutRunView;
}

export class KeptView {
  @ApiProperty() currency: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty(maybeInstant) next_release_at: string | null;
}

export class HoldView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty({ enum: ['review', 'dispute_rate', 'tax', 'manual'] }) kind: string;
  @ApiProperty() basis_points: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Months until each part is released; null: until it ends' })
  window_months: number | null;
  @ApiProperty({ description: 'Shown to the author' }) reason: string;
  @ApiProperty() automatic: boolean;
  @ApiProperty(instant) starts_at: string;
  @ApiProperty(maybeInstant) ends_at: string | null;
  @ApiProperty() active: boolean;
  @ApiProperty() made_by_name: string;
  @ApiProperty(maybeText) ended_by_name: string | null;
  @ApiProperty(maybeText) end_reason: string | null;
  @ApiProperty({ type: [KeptView], description: 'Still withheld, by currency' }) kept: KeptView[];
}
