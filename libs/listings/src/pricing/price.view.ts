import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeInstant } from '@portal/platform/http';

export class PriceView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Tier and audience in words' }) label: string;
  @ApiProperty({ enum: ['starter', 'standard', 'pro', 'premium', 'flagship'] }) tier: string;
  @ApiProperty({ enum: ['open_market', 'host_network'] }) audience: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units per install and month, as decimal text' }) amount_minor: string;
  @ApiProperty(instant) effective_at: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
}
