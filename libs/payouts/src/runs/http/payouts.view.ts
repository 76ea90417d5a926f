import { ApiProperty } from '@nestjs/swagger';
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
  @ApiProperty({ description: 'Payouts that have ended, paid or carried' }) done: number;
  @ApiProperty({ description: 'Payouts that are still to be sent or confirmed' }) waiting: number;
  @ApiProperty({ description: 'Sent, outcome not known yet' }) unknown: number;
  @ApiProperty({ description: 'Payouts that were paid in the last minute: how fast it goes' }) paid_last_minute: number;
}

export class UnpaidPartView implements UnpaidDescription {
  @ApiProperty({ enum: UNPAID_REASONS }) reason: UnpaidDescription['reason'];
  @ApiProperty() reason_text: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ format: 'date-time', description: 'What it means says `date_kind`' }) expected_at: string;
  @ApiProperty({
    enum: DATE_KINDS,
    description:
      'expected: paid or released by itself from then on. looked_at: nobody can promise a day, the reason is looked at again then. act_by: whoever has to act has time until then. tried_again: the tenant is charged then',
  })
  date_kind: UnpaidDescription['date_kind'];
  @ApiProperty({ description: 'What has to happen before it is paid' }) waits_for: string;
  @ApiProperty({ enum: ['author', 'tenant', 'finance', 'processor', 'nobody'], description: 'Who can bring it about' })
  who_acts: UnpaidDescription['who_acts'];
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) hold_id: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What finance wrote about a hold, or about a payout that it left out',
  })
  note: string | null;
}

export class PausedCurrencyView {
  @ApiProperty() currency: string;
  @ApiProperty() reason: string;
}

export class ApprovalView {
  @ApiProperty() user_id: string;
  @ApiProperty() user_name: string;
  @ApiProperty({ format: 'date-time' }) approved_at: string;
}

export class PayoutConversionView {
  @ApiProperty({ description: 'What was sent' }) source_amount_minor: string;
  @ApiProperty() source_currency: string;
  @ApiProperty({ description: "What arrived on the author's account" }) target_amount_minor: string;
  @ApiProperty() target_currency: string;
  @ApiProperty({ example: '1.0834', description: "The processor's own rate" }) exchange_rate: string;
}

export class PayoutStepView {
  @ApiProperty({ enum: TIMELINE_CODES }) code: TimelineCode;
  @ApiProperty() label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it happened; for a step that is not done, when it is expected, null when nobody can say',
  })
  at: string | null;
  @ApiProperty() done: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'The reason of the processor or the bank' })
  note: string | null;
}

export class PayoutView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'What was owed at the cutoff; amount + carry + held' }) balance_minor: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() carry_minor: string;
  @ApiProperty() held_minor: string;
  @ApiProperty({ enum: ['computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled'] })
  state: string;
  @ApiProperty() reason: string;
  @ApiProperty() reason_text: string;
  @ApiProperty({ type: String, nullable: true, description: "The processor's words, or ours, when it failed" })
  failure: string | null;
  @ApiProperty({ type: [UnpaidPartView], description: 'Every cent of the balance that is not paid' })
  unpaid: UnpaidPartView[];
  @ApiProperty({ type: String, nullable: true }) transfer_id: string | null;
  @ApiProperty() attempts: number;
  @ApiProperty({ enum: ['none', 'pending', 'in_transit', 'paid', 'failed', 'returned'] }) bank_state: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) bank_arrives_at: string | null;
  @ApiProperty({ type: String, nullable: true }) bank_failure: string | null;
  @ApiProperty({ type: String, nullable: true, description: "The processor's payout to the bank that carries it" })
  bank_payout_id: string | null;
  @ApiProperty({
    type: PayoutConversionView,
    nullable: true,
    description: "What the processor made of it, when the author's account does not keep its currency",
  })
  converted: PayoutConversionView | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) settled_at: string | null;
}

export class PayoutRunView {
  @ApiProperty() id: string;
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty({
    enum: ['draft', 'computing', 'computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled'],
  })
  state: string;
  @ApiProperty() paused: boolean;
  @ApiProperty({ type: String, nullable: true }) pause_reason: string | null;
  @ApiProperty({ type: [PausedCurrencyView] }) paused_currencies: PausedCurrencyView[];
  @ApiProperty({ description: 'People besides the preparer' }) approvals_needed: number;
  @ApiProperty({
    description:
      'Unusual payouts that the preparer has to decide about before anybody approves; 0 when nothing has to be',
  })
  decisions_missing: number;
  @ApiProperty({ type: String, nullable: true, description: 'What an approval is bound to; null until it is computed' })
  input_hash: string | null;
  @ApiProperty() prepared_by: string;
  @ApiProperty() prepared_by_name: string;
  @ApiProperty({ format: 'date-time' }) prepared_at: string;
  @ApiProperty({ type: [ApprovalView] }) approvals: ApprovalView[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) approved_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) executed_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) settled_at: string | null;
  @ApiProperty({ type: [RunTotalsView] }) totals: RunTotalsView[];
  @ApiProperty({
    type: [PayoutView],
    description:
      'Up to 1,000, failed ones and the largest first; /payouts below the run has all of them. Empty in lists, and when it is asked for without',
  })
  payouts: PayoutView[];
}

export class PayoutRequirementView {
  @ApiProperty() code: string;
  @ApiProperty() awaiting: string;
  @ApiProperty() status: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) deadline_at: string | null;
}

export class NextAccountView {
  @ApiProperty({ enum: ['incomplete', 'verifying', 'ready', 'rejected'] }) state: string;
  @ApiProperty() country: string;
  @ApiProperty({ type: [PayoutRequirementView] }) requirements: PayoutRequirementView[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) checked_at: string | null;
}

export class PayoutAccountView {
  @ApiProperty({ enum: ['none', 'incomplete', 'verifying', 'cooling_down', 'ready', 'rejected'] }) state: string;
  @ApiProperty({ type: String, nullable: true }) country: string | null;
  @ApiProperty({ description: 'Whether payouts reach the country' }) country_supported: boolean;
  @ApiProperty({ type: [String], description: 'Countries that payouts reach, ISO 3166-1 alpha-2' })
  supported_countries: string[];
  @ApiProperty({ type: [PayoutRequirementView] }) requirements: PayoutRequirementView[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) checked_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'After a change: paid to from then on',
  })
  usable_from: string | null;
  @ApiProperty({ type: NextAccountView, nullable: true, description: 'The account that is being set up beside it' })
  next: NextAccountView | null;
}

export class OnboardingView {
  @ApiProperty({ description: 'A page of the processor; ask for a new one each time' }) onboarding_url: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

export class UnpaidView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Sum of the parts' }) total_minor: string;
  @ApiProperty({ description: 'What the next run would pay as things stand' }) next_payout_minor: string;
  @ApiProperty({ description: 'What holds would keep of the balance then' }) next_held_minor: string;
  @ApiProperty({ type: [UnpaidPartView] }) parts: UnpaidPartView[];
}

export class UnpaidListView {
  @ApiProperty({ type: [UnpaidView], description: 'By currency; nothing is netted between currencies' })
  items: UnpaidView[];
}

export class RunDifferenceView {
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({
    type: [String],
    enum: ['above_median', 'new', 'gone', 'up', 'down', 'first_payout', 'account_changed'],
  })
  kinds: string[];
  @ApiProperty() before_minor: string;
  @ApiProperty() now_minor: string;
  @ApiProperty({ type: String, nullable: true, description: 'Of what the author was paid before; null: nothing yet' })
  median_minor: string | null;
  @ApiProperty({ description: 'New, or more than three times the median' }) anomaly: boolean;
}

export class RunTotalComparedView {
  @ApiProperty() currency: string;
  @ApiProperty() authors_before: number;
  @ApiProperty() authors_now: number;
  @ApiProperty({ description: 'Paid by the run before' }) before_minor: string;
  @ApiProperty({ description: 'To pay by this run' }) now_minor: string;
}

export class RunComparisonView {
  @ApiProperty({ type: String, nullable: true, description: 'The run it is compared with' }) month: string | null;
  @ApiProperty({ type: [RunTotalComparedView] }) totals: RunTotalComparedView[];
  @ApiProperty({ description: 'Differences that are anomalies; they come first' }) anomalies: number;
  @ApiProperty({ description: 'All differences, also those beyond the ones listed' }) count: number;
  @ApiProperty({ type: [RunDifferenceView], description: 'Anomalies first, then the largest movement' })
  items: RunDifferenceView[];
}

export class RetryView {
  @ApiProperty({ description: 'Payouts that are sent once more' }) retried: number;
  @ApiProperty({ type: PayoutRunView }) run: PayoutRunView;
}

export class KeptView {
  @ApiProperty() currency: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) next_release_at: string | null;
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
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) ends_at: string | null;
  @ApiProperty() active: boolean;
  @ApiProperty() made_by_name: string;
  @ApiProperty({ type: String, nullable: true }) ended_by_name: string | null;
  @ApiProperty({ type: String, nullable: true }) end_reason: string | null;
  @ApiProperty({ type: [KeptView], description: 'Still kept, by currency' }) kept: KeptView[];
}

export class RecoveryView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() author_name: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units, positive: what the author owes and is settled' }) amount_minor: string;
  @ApiProperty({ enum: ['written_off', 'paid_otherwise'] }) how: string;
  @ApiProperty() reason: string;
  @ApiProperty({ type: String, nullable: true }) evidence: string | null;
  @ApiProperty({ enum: ['proposed', 'approved', 'rejected'] }) state: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty() proposed_by_id: string;
  @ApiProperty({ format: 'date-time' }) proposed_at: string;
  @ApiProperty({ type: String, nullable: true }) decided_by: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) decided_at: string | null;
}
