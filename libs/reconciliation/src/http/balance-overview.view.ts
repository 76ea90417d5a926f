import { ApiProperty } from '@portal/platform/description';
import { maybeInstant, maybeText } from '@portal/platform/http';

const minor = (description: string): object => ({ description: `${description}. Minor units as decimal text` });
const known = (description: string): object => ({ ...minor(description), type: String, nullable: true });

class CurrencyPositionView {
  @ApiProperty() currency: string;
  @ApiProperty(known('Available at the processor; null if the processor did not respond')) available_minor:
    string | null;
  @ApiProperty(known('At the processor but not available yet; null if the processor did not respond')) pending_minor:
    string | null;
  @ApiProperty(minor('Our balance at the processor according to our books')) booked_minor: string;
  @ApiProperty(minor('Our bank balance according to our books')) bank_minor: string;
  @ApiProperty(minor('Owed to authors and not in a payout, those with a positive balance')) owed_minor: string;
  @ApiProperty(minor('Reserved for payouts in progress')) in_payout_minor: string;
  @ApiProperty(minor('Withheld from authors by holds')) held_minor: string;
  @ApiProperty(minor('Withheld from authors for disputes')) disputed_minor: string;
  @ApiProperty(minor('Tax to be paid')) tax_minor: string;
  @ApiProperty(minor('Unexplained money')) suspense_minor: string;
  @ApiProperty(minor('The sum of the previous six')) due_minor: string;
  @ApiProperty(minor('Booked at the processor and the bank, less the amounts due; negative if money is missing'))
  left_minor: string;
  @ApiProperty(minor('Owed to us by authors with a negative balance')) owing_minor: string;
  @ApiProperty(minor('Invoiced but not paid by tenants')) awaited_minor: string;
  @ApiProperty(minor("The authors' share once it is paid")) author_pending_minor: string;
}

class ExceptionAgesView {
  @ApiProperty({ description: 'Open for less than a day' }) day: number;
  @ApiProperty({ description: 'For one to seven days' }) week: number;
  @ApiProperty({ description: 'For seven to thirty days' }) month: number;
  @ApiProperty({ description: 'For thirty days or longer' }) older: number;
  @ApiProperty({ description: 'Number of these whose kind keeps authors out of payout runs' }) blocking: number;
  @ApiProperty(maybeInstant) oldest_opened_at: string | null;
}

export class MoneyPositionView {
  @ApiProperty({ ...maybeText, description: "Why the processor's balance is unavailable" })
  provider_problem: string | null;
  @ApiProperty({ type: [CurrencyPositionView], description: 'Amounts in different currencies are never offset' })
  currencies: CurrencyPositionView[];
  @ApiProperty({ type: ExceptionAgesView }) exceptions: ExceptionAgesView;
}
