import { ApiProperty } from '@nestjs/swagger';

export class PriceView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Tier and audience in words' }) label: string;
  @ApiProperty({ enum: ['starter', 'standard', 'pro', 'premium', 'flagship'] }) tier: string;
  @ApiProperty({ enum: ['open_market', 'host_network'] }) audience: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units per install and month, as decimal text' }) amount_minor: string;
  @ApiProperty({ format: 'date-time' }) effective_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) ended_at: string | null;
}
