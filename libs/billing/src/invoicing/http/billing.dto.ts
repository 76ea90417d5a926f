import { ApiProperty } from '@portal/platform/description';
import { COUNTRIES, COUNTRY_EXPECTED } from '@portal/kernel';
import { OptionalId, OptionalOneOf, OptionalPattern, IsName, PageQuery, OptionalLength } from '@portal/platform/http';
import { IsIn, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { TAX_ID_TYPES } from '../../tax/tax-ids.js';
import { invoiceStates, type InvoiceState } from '../domain/invoice-state.js';

export class DocumentLinkQuery {
  @IsString()
  @Length(1, 500)
  @ApiProperty({ description: 'Of the link in the mail' })
  token: string;
}

export class InvoicesQuery extends PageQuery {
  @OptionalPattern(/^20\d\d-(0[1-9]|1[0-2])$/, 'YYYY-MM') month?: string;

  @OptionalId('an author who has a share of it (organization id)') author?: string;

  @OptionalPattern(/^[a-z]{3}$/, 'such as usd') currency?: string;

  @OptionalOneOf(invoiceStates.states) state?: InvoiceState;

  @OptionalLength(1, 100, 'Part of the tenant’s name or of the number') q?: string;

  @OptionalPattern(/^\d{1,18}-\d{1,18}$/, 'first and last number without letters, such as 1-50000') numbers?: string;
}

export class BillingDetailsBody {
  @ApiProperty() @IsString() @Length(1, 200) @IsName('company') legal_name: string;
  @ApiProperty() @IsString() @Length(1, 200) line1: string;
  @ApiProperty() @IsString() @Length(1, 100) city: string;
  @ApiProperty() @IsString() @Length(1, 20) postal_code: string;
  @OptionalPattern(/^[A-Z0-9]{1,3}$/, 'ISO 3166-2 without the country') region?: string;
  @ApiProperty({ description: 'ISO 3166-1 alpha-2' })
  @IsIn(COUNTRIES, { message: COUNTRY_EXPECTED })
  country: string;
  @ApiProperty({ required: false, enum: TAX_ID_TYPES, description: 'Together with tax_id' })
  @ValidateIf((body: BillingDetailsBody) => body.tax_id !== undefined || body.tax_id_type !== undefined)
  @IsIn(TAX_ID_TYPES)
  tax_id_type?: string;
  @ApiProperty({ required: false })
  @ValidateIf((body: BillingDetailsBody) => body.tax_id !== undefined || body.tax_id_type !== undefined)
  @Matches(/^[A-Za-z0-9][A-Za-z0-9 .-]{1,39}$/, { message: 'Use letters, digits, spaces, dots and hyphens.' })
  tax_id?: string;
  @OptionalPattern(/^[0-9a-f]{0,16}$/, 'The revision that was edited; absent: there was none') revision?: string;
}

export class SavePaymentMethodBody {
  @ApiProperty({ description: "The provider's payment method id; in the sandbox a test card such as pm_card_visa" })
  @IsString()
  @Matches(/^pm_[A-Za-z0-9_]{3,200}$/)
  payment_method: string;
}

export class CardPageBody {
  @ApiProperty({ description: 'The ID that the provider added to the return URL' })
  @IsString()
  @Matches(/^cs_[A-Za-z0-9_]{3,250}$/)
  page_id: string;
}

export class TenantPayerBody {
  @ApiProperty({
    enum: ['portal', 'host'],
    description: 'host: no card is charged, and the host pays the invoices over',
  })
  @IsIn(['portal', 'host'])
  collected_by: 'portal' | 'host';
  @OptionalPattern(
    /^cus_[A-Za-z0-9_]{3,200}$/,
    'Your customer at the same payment account, whose default card is charged; only where the portal collects',
  )
  @ValidateIf((body: TenantPayerBody) => body.customer !== undefined || body.collected_by === 'host')
  customer?: string;
}
