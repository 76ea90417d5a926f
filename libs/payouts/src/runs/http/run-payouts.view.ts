import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { PayoutView } from './payouts.view.js';

class DestinationView {
  @ApiProperty({ description: 'At the processor' }) account_id: string;
  @ApiProperty({ description: 'Of the bank account, or of the payout account if the processor shows no bank' })
  country: string;
  @ApiProperty(maybeText) bank_name: string | null;
  @ApiProperty(maybeText) last4: string | null;
  @ApiProperty({ ...instant, description: 'Since when it is the destination' }) since: string;
  @ApiProperty({ description: 'Whether it changed since the last payout to this author' }) changed: boolean;
}

export class RunPayoutView extends PayoutView {
  @ApiProperty({ type: DestinationView, nullable: true, description: 'Where it goes; null if nothing is paid' })
  destination: DestinationView | null;
  @ApiProperty({ type: [String], description: 'Why the amount is unusual; empty for an ordinary one' }) odd: string[];
  @ApiProperty({ description: 'Unusual, to be paid, and not decided by the preparer' }) undecided: boolean;
  @ApiProperty({ description: 'Charged, without tax, from the payments that this run covers' }) gross_minor: string;
  @ApiProperty({ description: "The platform's share of it" }) platform_minor: string;
  @ApiProperty({ description: "The author's share of it; gross = platform + author" }) author_minor: string;
  @ApiProperty({ description: 'Paid by the previous run' }) before_minor: string;
  @ApiProperty({ description: 'Amount to pay, less the amount paid by the previous run' }) change_minor: string;
}
