import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant } from '@portal/platform/http';
import { PayoutAccountView, PayoutStepView, PayoutView, UnpaidView } from './payouts.view.js';

class AuthorBalanceView {
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Owed and not in a payout; negative if the author owes us' }) owed_minor: string;
  @ApiProperty({ description: 'Invoiced, owed as soon as the tenants pay' }) pending_minor: string;
  @ApiProperty({ description: 'Withheld by holds' }) held_minor: string;
  @ApiProperty({ description: 'From disputed payments' }) disputed_minor: string;
  @ApiProperty({ description: 'Paid out so far' }) paid_minor: string;
}

class ProviderAccountView {
  @ApiProperty({ description: 'At the processor' }) id: string;
  @ApiProperty() state: string;
  @ApiProperty() country: string;
  @ApiProperty({ description: 'The account that is paid to' }) active: boolean;
  @ApiProperty(maybeInstant) usable_from: string | null;
  @ApiProperty(instant) opened_at: string;
  @ApiProperty(maybeInstant) closed_at: string | null;
}

export class FinanceAuthorView {
  @ApiProperty({ format: 'uuid' }) org_id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'ISO 3166-1 alpha-2; empty: not known yet' }) country: string;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['pending_agreement', 'active', 'suspended', 'terminated'],
    description: 'Null: never approved',
  })
  account_status: string | null;
  @ApiProperty({ description: 'Holds in force, or still withholding something' }) open_holds: number;
  @ApiProperty({ description: 'Proposed settlements of a negative balance' }) open_recoveries: number;
  @ApiProperty({ type: [AuthorBalanceView] }) balances: AuthorBalanceView[];
  @ApiProperty({
    type: [UnpaidView],
    description: 'Every unpaid amount with its reason and date, as the author sees it',
  })
  unpaid: UnpaidView[];
  @ApiProperty({ type: PayoutAccountView }) account: PayoutAccountView;
  @ApiProperty({ type: [ProviderAccountView], description: 'All there ever were, the newest first' })
  accounts: ProviderAccountView[];
}

export class PayoutOfAuthorView extends PayoutView {
  @ApiProperty({ example: '2026-11' }) month: string;
  @ApiProperty({ format: 'uuid' }) run_id: string;
  @ApiProperty() run_state: string;
  @ApiProperty({ type: [PayoutStepView], description: 'In order, including steps to come, as the author sees them' })
  timeline: PayoutStepView[];
}
