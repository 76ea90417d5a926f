import { ApiProperty } from '@nestjs/swagger';

export class RunTotalsView {
  @ApiProperty() currency: string;
  @ApiProperty() authors: number;
  @ApiProperty() balance_minor: string;
  @ApiProperty() to_pay_minor: string;
  @ApiProperty() paid_minor: string;
  @ApiProperty() carried_minor: string;
  @ApiProperty() failed: number;
}

export class ApprovalView {
  @ApiProperty() user_id: string;
  @ApiProperty() user_name: string;
  @ApiProperty({ format: 'date-time' }) approved_at: string;
}

export class PayoutView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'What was owed at the cutoff; amount + carry' }) balance_minor: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() carry_minor: string;
  @ApiProperty({ enum: ['computed', 'reserved', 'sending', 'settled', 'failed', 'carried', 'cancelled'] })
  state: string;
  @ApiProperty() reason: string;
  @ApiProperty() reason_text: string;
  @ApiProperty({ type: String, nullable: true }) transfer_id: string | null;
  @ApiProperty() attempts: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) settled_at: string | null;
}

export class PayoutRunView {
  @ApiProperty() id: string;
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty({ enum: ['computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled'] })
  state: string;
  @ApiProperty() paused: boolean;
  @ApiProperty({ type: String, nullable: true }) pause_reason: string | null;
  @ApiProperty({ description: 'What an approval is bound to' }) input_hash: string;
  @ApiProperty() prepared_by: string;
  @ApiProperty() prepared_by_name: string;
  @ApiProperty({ format: 'date-time' }) prepared_at: string;
  @ApiProperty({ type: [ApprovalView] }) approvals: ApprovalView[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) approved_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) executed_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) settled_at: string | null;
  @ApiProperty({ type: [RunTotalsView] }) totals: RunTotalsView[];
  @ApiProperty({ type: [PayoutView], description: 'Empty in lists' }) payouts: PayoutView[];
}

export class PayoutRequirementView {
  @ApiProperty() code: string;
  @ApiProperty() awaiting: string;
  @ApiProperty() status: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) deadline_at: string | null;
}

export class PayoutAccountView {
  @ApiProperty({ enum: ['none', 'incomplete', 'verifying', 'ready', 'rejected'] }) state: string;
  @ApiProperty({ type: String, nullable: true }) country: string | null;
  @ApiProperty({ type: [PayoutRequirementView] }) requirements: PayoutRequirementView[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) checked_at: string | null;
}

export class OnboardingView {
  @ApiProperty({ description: 'A page of the processor; ask for a new one each time' }) onboarding_url: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}
