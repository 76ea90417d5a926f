import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';

const MINOR = 'Minor units as decimal text';
const BEFORE = `Invoiced without tax for the month before. ${MINOR}`;
const CLOSE_GAPS = [
  ...([
    'seller_not_set',
    'vat_rate_missing',
    'card',
    'address_missing',
    'tax_id_invalid',
    'listing_fee',
    'currency_not_settled',
  ] as const),
];

class PreviewTotalView {
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty() invoices: number;
  @ApiProperty() lines: number;
  @ApiProperty({ description: `Of installs, without tax. ${MINOR}` }) gross_minor: string;
  @ApiProperty({ description: `Tax on it. ${MINOR}` }) tax_minor: string;
  @ApiProperty({ description: `Listing fees that are invoiced, with tax. ${MINOR}` }) fees_minor: string;
  @ApiProperty({ description: `All invoices, with tax. ${MINOR}` }) total_minor: string;
  @ApiProperty({ description: `The authors' share. ${MINOR}` }) author_minor: string;
  @ApiProperty({ description: MINOR }) platform_minor: string;
  @ApiProperty({ description: BEFORE }) before_minor: string;
}

class PreviewPartView {
  @ApiProperty({ ...maybeText, description: 'Of the tenant, Drive or organization; null: first-party' })
  id: string | null;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty() lines: number;
  @ApiProperty({ description: `Without tax. ${MINOR}` }) gross_minor: string;
  @ApiProperty({ description: `The authors' share. ${MINOR}` }) author_minor: string;
  @ApiProperty({ description: BEFORE }) before_minor: string;
}

class PreviewPartsView {
  @ApiProperty({ description: 'Rows, one for each currency; also those that are not in `items`' }) count: number;
  @ApiProperty({ type: [PreviewPartView], description: 'The 200 with the greatest amounts' }) items: PreviewPartView[];
}

class CloseGapView {
  @ApiProperty({
    enum: CLOSE_GAPS,
    description:
      'seller_not_set: invoices with tax have to name the seller; vat_rate_missing: VAT cannot be stated in the currency of the seller, and once that is decided, the month does not close; card: nothing can be charged; address_missing: no tax is added; tax_id_invalid: a tenant is taxed as if there were none, an author is named with it on self-billing invoices; listing_fee: the currency has no fee, so nothing is charged; currency_not_settled: charges are converted, and authors cannot be paid in it',
  })
  code: (typeof CLOSE_GAPS)[number];
  @ApiProperty({ description: 'Of the tenant or author, or the policy' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'Lower case' }) currency: string;
  @ApiProperty({ description: `What is to be invoiced, with tax, or an author’s share. ${MINOR}` })
  amount_minor: string;
}

/** What the close of a month will write if nothing happens until then. */
export class ClosePreviewView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ ...instant, description: 'What was known then' }) at: string;
  @ApiProperty({ type: [PreviewTotalView], description: 'By currency; most invoices first' })
  totals: PreviewTotalView[];
  @ApiProperty({ type: PreviewPartsView }) tenants: PreviewPartsView;
  @ApiProperty({ type: PreviewPartsView }) drives: PreviewPartsView;
  @ApiProperty({ type: PreviewPartsView }) authors: PreviewPartsView;
  @ApiProperty({
    type: [CloseGapView],
    description: 'What is missing; only `seller_not_set` and `vat_rate_missing` can keep the month from closing',
  })
  gaps: CloseGapView[];
  @ApiProperty({ description: 'Tax is computed by the provider at the close, and 0 here' }) tax_at_close: boolean;
  @ApiProperty({ description: 'More than one person may close alone: another one has to approve it' })
  needs_approval: boolean;
}
