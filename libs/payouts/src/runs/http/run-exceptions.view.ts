import { ApiProperty, PickType } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { RUN_DECISIONS } from '../domain/run-exceptions.js';
import { RUN_EXCEPTION_KINDS } from './run-exceptions.dto.js';
import { PayoutRunView, PayoutView } from './payouts.view.js';

class RunDecisionView {
  @ApiProperty({ enum: RUN_DECISIONS }) decision: string;
  @ApiProperty() reason: string;
  @ApiProperty({ description: 'Amount to pay at the time of the decision' }) amount_minor: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The hold that was placed' })
  hold_id: string | null;
  @ApiProperty() decided_by_name: string;
  @ApiProperty(instant) decided_at: string;
  @ApiProperty({ description: 'False if the payout has changed since, so that it must be decided again' })
  stands: boolean;
}

const OF_PAYOUT = ['org_id', 'author', 'currency', 'carry_minor', 'held_minor'] as const;

export class UnusualPayoutView extends PickType(PayoutView, OF_PAYOUT) {
  @ApiProperty({
    type: [String],
    enum: RUN_EXCEPTION_KINDS,
    description: 'Unusual payouts first, then the reasons for not paying',
  })
  kinds: string[];
  @ApiProperty() balance_minor: string;
  @ApiProperty({ description: 'To be paid by this run at current amounts' }) amount_minor: string;
  @ApiProperty({ description: 'Paid by the previous run' }) before_minor: string;
  @ApiProperty(maybeText) median_minor: string | null;
  @ApiProperty({ enum: RUN_DECISIONS }) suggested: string;
  @ApiProperty({ description: 'Unusual, to be paid, and undecided' }) open: boolean;
  @ApiProperty({ type: RunDecisionView, nullable: true, description: 'The last decision about it in this run' })
  decision: RunDecisionView | null;
}

class RunExceptionGroupView {
  @ApiProperty({ enum: RUN_EXCEPTION_KINDS }) kind: string;
  @ApiProperty() count: number;
  @ApiProperty({ description: 'Number of them undecided' }) open: number;
}

export class RunExceptionGroupsView {
  @ApiProperty() count: number;
  @ApiProperty() open: number;
  @ApiProperty() included: number;
  @ApiProperty() carried: number;
  @ApiProperty() held: number;
  @ApiProperty({ type: [RunExceptionGroupView], description: 'A payout can be in several groups' })
  groups: RunExceptionGroupView[];
}

export class RunDecidedView {
  @ApiProperty({ description: 'Payouts that were decided' }) decided: number;
  @ApiProperty({ description: 'Whether the run was recomputed and has a new hash' }) recomputed: boolean;
  @ApiProperty({ type: PayoutRunView }) run: PayoutRunView;
}
