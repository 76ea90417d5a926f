import { ApiProperty } from '@portal/platform/description';
import {
  OptionalId,
  OptionalOneOf,
  OptionalPattern,
  OptionalText,
  PageQuery,
  OptionalDay,
} from '@portal/platform/http';
import { IsString, Matches, MaxLength } from 'class-validator';

export class EntriesQuery extends PageQuery {
  @OptionalText(100, 'code, code:currency or code:owner:currency') account?: string;

  @OptionalPattern(/^[a-z_]{1,60}$/, 'Type of posting, e.g. invoice, invoice_paid') kind?: string;

  @OptionalText(200, 'The business object it belongs to: type:id, or only the type') source?: string;

  @OptionalPattern(/^\d{1,18}$/, 'Transaction id') tx?: string;

  @OptionalPattern(/^20\d\d-(0[1-9]|1[0-2])$/, 'Month in which it takes effect, YYYY-MM') month?: string;

  @OptionalId({ format: 'uuid', description: 'The author whose accounts they are on' }) author?: string;

  @OptionalPattern(/^[a-z]{3}$/) currency?: string;

  @OptionalDay({ example: '2026-11-01', description: 'First day on which they take effect, UTC' }) from?: string;

  @OptionalDay({ example: '2026-11-30', description: 'Last day of their effect, UTC' }) to?: string;

  @OptionalId({
    format: 'uuid',
    description:
      'Bookings of invoices, refunds, disputes and credit notes that bill this Drive, with all their entries',
  })
  drive?: string;

  @OptionalId({ format: 'uuid', description: 'As `drive`, of one install' }) install?: string;
}

export class SourceParams {
  @ApiProperty({ description: 'What kind of row it is, e.g. payout' }) @Matches(/^[a-z_]{1,60}$/) type: string;
  @ApiProperty() @IsString() @MaxLength(120) id: string;
}

export class ProofQuery {
  @OptionalOneOf(['true', 'false'], 'true: recompute every seal, not only those added since the nightly check')
  full?: string;
}
