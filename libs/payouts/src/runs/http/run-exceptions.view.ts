import { ApiProperty } from '@nestjs/swagger';
import { RUN_DECISIONS } from '../domain/run-exceptions.js';
import { RUN_EXCEPTION_KINDS } from './run-exceptions.dto.js';
import { PayoutRunView } from './payouts.view.js';

export class RunDecisionView {
  @ApiProperty({ enum: RUN_DECISIONS }) decision: string;
  @ApiProperty() reason: string;
  @ApiProperty({ description: 'What was to pay when it was decided' }) amount_minor: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The hold that it placed' })
  hold_id: string | null;
  @ApiProperty() decided_by_name: string;
  @ApiProperty({ format: 'date-time' }) decided_at: string;
  @ApiProperty({ description: 'False when the payout has changed since, so that it has to be decided again' })
  stands: boolean;
}

export class UnusualPayoutView {
  @ApiProperty() org_id: string;
  @ApiProperty() author: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: [String], enum: RUN_EXCEPTION_KINDS, description: 'What is unusual, then why it is not paid' })
  kinds: string[];
  @ApiProperty() balance_minor: string;
  @ApiProperty({ description: 'To pay by this run as things stand' }) amount_minor: string;
  @ApiProperty() carry_minor: string;
  @ApiProperty() held_minor: string;
  @ApiProperty({ description: 'Paid by the run before' }) before_minor: string;
  @ApiProperty({ type: String, nullable: true }) median_minor: string | null;
  @ApiProperty({ enum: RUN_DECISIONS }) suggested: string;
  @ApiProperty({ description: 'Unusual, would be paid, and nobody has decided about this amount' }) open: boolean;
  @ApiProperty({ type: RunDecisionView, nullable: true, description: 'The last decision about it in this run' })
  decision: RunDecisionView | null;
}

export class RunExceptionGroupView {
  @ApiProperty({ enum: RUN_EXCEPTION_KINDS }) kind: string;
  @ApiProperty() count: number;
  @ApiProperty({ description: 'Of them undecided' }) open: number;
}

export class RunExceptionGroupsView {
  @ApiProperty() count: number;
  @ApiProperty() open: number;
  @ApiProperty() included: number;
  @ApiProperty() carried: number;
  @ApiProperty() held: number;
  @ApiProperty({ type: [RunExceptionGroupView], description: 'One payout may stand in several' })
  groups: RunExceptionGroupView[];
}

export class RunDecidedView {
  @ApiProperty({ description: 'Payouts that were decided about' }) decided: number;
  @ApiProperty({ description: 'Whether the run was computed anew, so that its hash is another one' })
  computed_anew: boolean;
  @ApiProperty({ type: PayoutRunView }) run: PayoutRunView;
}
