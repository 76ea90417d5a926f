import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;

export class CommercialChangeView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['tier_price', 'agreed_price', 'billing_model', 'host_plan'] }) kind: string;
  @ApiProperty({ enum: ['proposed', 'approved', 'rejected'] }) state: string;
  @ApiProperty(text) tier: string | null;
  @ApiProperty(text) audience: string | null;
  @ApiProperty(text) drive_id: string | null;
  @ApiProperty(text) drive_name: string | null;
  @ApiProperty(text) venture_id: string | null;
  @ApiProperty(text) currency: string | null;
  @ApiProperty({ ...text, description: 'Minor units a month as decimal text; null ends the price' })
  amount_minor: string | null;
  @ApiProperty(text) model: string | null;
  @ApiProperty(text) plan: string | null;
  @ApiProperty({ format: 'date-time' }) valid_from: string;
  @ApiProperty({ ...text, format: 'date-time', description: 'When it took or takes effect: never before its approval' })
  effective_from: string | null;
  @ApiProperty() reason: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty() proposed_by_id: string;
  @ApiProperty({ format: 'date-time' }) proposed_at: string;
  @ApiProperty(text) decided_by: string | null;
  @ApiProperty({ ...text, format: 'date-time' }) decided_at: string | null;
  @ApiProperty(text) decision_note: string | null;
}
