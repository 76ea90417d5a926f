import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';

export class LedgerEntryView {
  @ApiProperty({ description: 'Transaction id and number of the entry in it' }) id: string;
  @ApiProperty() tx_id: string;
  @ApiProperty(instant) posted_at: string;
  @ApiProperty(instant) effective_at: string;
  @ApiProperty({ description: 'Type of posting, e.g. invoice, invoice_paid, processor_fee' }) kind: string;
  @ApiProperty({ description: 'code:currency, or code:owner:currency' }) account: string;
  @ApiProperty({ ...maybeText, description: 'Name of the author whose account it is' }) author: string | null;
  @ApiProperty({ description: 'Minor units as decimal text; debit positive, credit negative' }) amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({
    ...maybeText,
    description: "Balance after this entry on the account's own side; only when exactly one account is chosen",
  })
  balance_after_minor: string | null;
  @ApiProperty({ description: 'The business object it belongs to, type:id' }) source: string;
}

class SourceFactView {
  @ApiProperty() name: string;
  @ApiProperty(maybeText) text: string | null;
  @ApiProperty({ ...maybeText, description: 'Minor units as decimal text' }) amount_minor: string | null;
  @ApiProperty(maybeText) currency: string | null;
  @ApiProperty(maybeInstant) at: string | null;
  @ApiProperty({ ...maybeText, description: 'Path in the portal' }) page: string | null;
}

export class LedgerSourceView {
  @ApiProperty() type: string;
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty({ ...maybeText, description: 'Where to work on it; null if it is only shown here' }) page: string | null;
  @ApiProperty({ type: [String], description: "IDs of the processor's transfers that paid it" }) transfers: string[];
  @ApiProperty({ type: [SourceFactView] }) facts: SourceFactView[];
}

export class AccountTotalView {
  @ApiProperty({ description: 'Account code, e.g. author_payable' }) code: string;
  @ApiProperty({ enum: ['asset', 'liability', 'revenue', 'expense'] }) kind: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Accounts of this code and currency: one, or one per author' }) accounts: number;
  @ApiProperty({ description: "Minor units as decimal text, on the account's own side" }) balance_minor: string;
}

export class AccountTotalsView {
  @ApiProperty({ type: [AccountTotalView] }) totals: AccountTotalView[];
}

class ProofCheckView {
  @ApiProperty() code: string;
  @ApiProperty() title: string;
  @ApiProperty() ok: boolean;
  @ApiProperty({ description: 'What was found' }) detail: string;
  @ApiProperty({ description: 'SQL that returns one row per violation' }) query: string;
}

export class ProofView {
  @ApiProperty() ok: boolean;
  @ApiProperty(instant) checked_at: string;
  @ApiProperty({ description: 'Entries checked' }) entries: number;
  @ApiProperty({ type: [ProofCheckView] }) checks: ProofCheckView[];
}
