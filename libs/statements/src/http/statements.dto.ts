import { ApiProperty } from '@portal/platform/description';
import { COUNTRIES, COUNTRY_EXPECTED } from '@portal/kernel';
import {
  OptionalId,
  OptionalOneOf,
  OptionalPattern,
  IsName,
  PageQuery,
  type ExportFilter,
  MayBeAbsent,
} from '@portal/platform/http';
import { IsBoolean, IsIn, IsObject, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { EXPORT_KINDS, isListKind, type ExportKind } from '../domain/export-kinds.js';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const TREATMENTS = ['not_registered', 'reverse_charge', 'exempt'] as const;
const PAPER_KINDS = ['invoice', 'corrective'] as const;
const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export class EarningsQuery {
  @OptionalPattern(MONTH, {
    example: '2026-11',
    description: 'Defaults to the last closed month, or the current one if none is closed',
  })
  month?: string;
  @OptionalPattern(/^[a-z]{3}$/, { example: 'usd', description: 'Defaults to the first one with earnings' })
  currency?: string;
}

export class StatementsQuery extends PageQuery {
  @ApiProperty({ example: '2026-11' }) @Matches(MONTH) month: string;
  @OptionalId('Whose (organization id)') author?: string;
}

export class SelfBillingQuery {
  @OptionalOneOf(PAPER_KINDS, { default: 'invoice' }) kind: (typeof PAPER_KINDS)[number] = 'invoice';
}

export class TaxProfileBody {
  @ApiProperty() @IsString() @Length(1, 200) @IsName('company') legal_name: string;
  @ApiProperty() @IsString() @Length(1, 500) address: string;
  @ApiProperty({ example: 'DE', description: 'ISO 3166-1 alpha-2' })
  @IsIn(COUNTRIES, { message: COUNTRY_EXPECTED })
  country: string;
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @Length(2, 40) tax_id?: string;
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @Length(4, 20) vat_id?: string;
  @ApiProperty({ enum: TREATMENTS }) @IsIn(TREATMENTS) vat_treatment: (typeof TREATMENTS)[number];
  @ApiProperty({ description: 'The platform may issue invoices in the author’s name' })
  @IsBoolean()
  self_billing_consent: boolean;
  @OptionalPattern(/^[0-9a-f]{0,16}$/, 'The revision that was edited; absent: there was none') revision?: string;
}

export class RequestExportBody {
  @ApiProperty({ enum: EXPORT_KINDS }) @IsIn(EXPORT_KINDS) kind: ExportKind;
  @ApiProperty({ enum: EXPORT_FORMATS }) @IsIn(EXPORT_FORMATS) format: (typeof EXPORT_FORMATS)[number];
  @ApiProperty({
    required: false,
    example: '2026-11',
    description: 'For contents by month; lists use a filter instead',
  })
  @ValidateIf(({ kind, month }: RequestExportBody) => !isListKind(kind) || month !== undefined)
  @Matches(MONTH)
  month?: string;
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string', maxLength: 2_000 }, { type: 'boolean' }] },
    description: 'Filters of the list, as in its URL; leave out for everything',
  })
  @MayBeAbsent()
  @IsObject()
  filter?: ExportFilter;
}
