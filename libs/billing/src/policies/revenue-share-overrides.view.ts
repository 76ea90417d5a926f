import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { splitShare } from '../domain/split-share.js';

export class AuthorShareView {
  @ApiProperty({
    enum: ['everybody', 'author', 'drive'],
    description: 'The share of a Drive takes precedence over that of its author, and that over the standard share',
  })
  scope: 'everybody' | 'author' | 'drive';
  @ApiProperty({ ...maybeText, description: 'Of the author or the Drive' }) name: string | null;
  @ApiProperty({ description: 'The author’s share, in hundredths of a percent' }) basis_points: number;
  @ApiProperty({
    ...maybeText,
    format: 'date-time',
    description: 'For installs that start from this time; null: from the beginning',
  })
  valid_from: string | null;
  @ApiProperty({ ...maybeText, format: 'date-time' }) valid_to: string | null;
}

export class SharePartsView {
  @ApiProperty({ description: 'The author’s share, in hundredths of a percent' }) basis_points: number;
  @ApiProperty({ description: 'Minor units as decimal text' }) author_minor: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) platform_minor: string;
}

/** @param grossMinor tax-free, in minor units */
export function sharePartsView(grossMinor: bigint, authorBps: number): SharePartsView {
  const { authorMinor, platformMinor } = splitShare(grossMinor, authorBps);
  return { basis_points: authorBps, author_minor: String(authorMinor), platform_minor: String(platformMinor) };
}

export class SharePreviewView {
  @ApiProperty({ ...instant, description: 'For installs that start from this time' }) from: string;
  @ApiProperty({ description: 'The example. Minor units as decimal text' }) amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: SharePartsView, description: 'As it is decided now' }) before: SharePartsView;
  @ApiProperty({ type: SharePartsView }) after: SharePartsView;
  @ApiProperty({ description: 'Current installs that keep the share they started with' }) running_installs: number;
  @ApiProperty({ description: 'Drives of the author with their own share, which they keep' }) drives_with_own: number;
}

export class EarningsEstimateView {
  @ApiProperty({ description: 'Of the price of the tier' }) currency: string;
  @ApiProperty({ description: 'Per install and month, minor units as decimal text' }) price_minor: string;
  @ApiProperty({ description: 'What the installs are charged, without tax. Minor units as decimal text' })
  gross_minor: string;
  @ApiProperty({ type: SharePartsView }) share: SharePartsView;
}
