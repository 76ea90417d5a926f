import { ApiProperty } from '@nestjs/swagger';

const minor = (description: string): object => ({ description: `${description}. Minor units as decimal text` });
const known = (description: string): object => ({ ...minor(description), type: String, nullable: true });

export class CurrencyPositionView {
  @ApiProperty() currency: string;
  @ApiProperty(known('At the processor, to be paid out; null: it did not answer')) available_minor: string | null;
  @ApiProperty(known('At the processor, not available yet; null: it did not answer')) pending_minor: string | null;
  @ApiProperty(minor('What our books say that the processor holds')) booked_minor: string;
  @ApiProperty(minor('What our books say that our bank holds')) bank_minor: string;
  @ApiProperty(minor('Owed to authors and not in a payout, those with a positive balance')) owed_minor: string;
  @ApiProperty(minor('Set aside for payouts that are under way')) in_payout_minor: string;
  @ApiProperty(minor('Kept back from authors by holds')) held_minor: string;
  @ApiProperty(minor('Of authors, in disputes')) disputed_minor: string;
  @ApiProperty(minor('Tax to be paid')) tax_minor: string;
  @ApiProperty(minor('Money that nobody has explained')) suspense_minor: string;
  @ApiProperty(minor('The sum of the six before')) due_minor: string;
  @ApiProperty(minor('Booked at the processor and the bank, less what is due; negative: it is missing'))
  left_minor: string;
  @ApiProperty(minor('What authors with a negative balance owe us')) owing_minor: string;
  @ApiProperty(minor('Invoiced and not paid by tenants')) awaited_minor: string;
  @ApiProperty(minor('The part of it that authors get once it is paid')) author_pending_minor: string;
}

export class ExceptionAgesView {
  @ApiProperty({ description: 'Open for less than a day' }) day: number;
  @ApiProperty({ description: 'For one to seven days' }) week: number;
  @ApiProperty({ description: 'For seven to thirty days' }) month: number;
  @ApiProperty({ description: 'For thirty days or longer' }) older: number;
  @ApiProperty({ description: 'Of all, those that stop payout runs' }) blocking: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) oldest_opened_at: string | null;
}

export class MoneyPositionView {
  @ApiProperty({ type: String, nullable: true, description: 'Why the processor did not say what it holds' })
  provider_problem: string | null;
  @ApiProperty({ type: [CurrencyPositionView], description: 'Nothing is netted between currencies' })
  currencies: CurrencyPositionView[];
  @ApiProperty({ type: ExceptionAgesView }) exceptions: ExceptionAgesView;
}
