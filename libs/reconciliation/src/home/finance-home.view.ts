import { ApiProperty } from '@portal/platform/description';
import { ApprovalView } from '@portal/approvals';
import { ComingPolicyView, DisputeView, PeriodView } from '@portal/billing';
import { NotificationView } from '@portal/identity';
import { PriceView } from '@portal/listings';
import { PayoutRunView } from '@portal/payouts';
import { maybeInstant } from '@portal/platform/http';
import { MoneyPositionView } from '../http/balance-overview.view.js';
import { ExceptionView } from '../http/reconciliation.view.js';

class LastComparisonView {
  @ApiProperty({ ...maybeInstant, description: 'When the books were last compared with the provider' })
  reconciled_at: string | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Whether every figure agreed' }) holds: boolean | null;
}

export class FinanceHomeView {
  @ApiProperty({ type: [PeriodView], description: 'Newest first, at most 12' }) periods: PeriodView[];
  @ApiProperty({ type: [PayoutRunView], description: 'Newest first, at most 12' }) runs: PayoutRunView[];
  @ApiProperty({ type: [DisputeView], description: 'Newest first, at most 100' }) disputes: DisputeView[];
  @ApiProperty({ type: [ExceptionView], description: 'Not closed, oldest first, at most 100' })
  exceptions: ExceptionView[];
  @ApiProperty({ type: [ApprovalView], description: 'Waiting, newest first, at most 100' }) approvals: ApprovalView[];
  @ApiProperty({ type: [ComingPolicyView] }) coming_policies: ComingPolicyView[];
  @ApiProperty({ type: [PriceView] }) coming_prices: PriceView[];
  @ApiProperty({ type: MoneyPositionView }) position: MoneyPositionView;
  @ApiProperty({ type: LastComparisonView }) books: LastComparisonView;
  @ApiProperty({ type: [NotificationView], description: 'The newest of each matter' }) happened: NotificationView[];
}
