import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeText } from '@portal/platform/http';

export class CommercialChangeView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['tier_price', 'agreed_price', 'billing_model', 'host_plan'] }) kind: string;
  @ApiProperty({ enum: ['proposed', 'approved', 'rejected'] }) state: string;
  @ApiProperty(maybeText) tier: string | null;
  @ApiProperty(maybeText) audience: string | null;
  @ApiProperty(maybeText) drive_id: string | null;
  @ApiProperty(maybeText) drive_name: string | null;
  @ApiProperty(maybeText) venture_id: string | null;
  @ApiProperty(maybeText) currency: string | null;
  @ApiProperty({ ...maybeText, description: 'Minor units a month as decimal text; null ends the price' })
  amount_minor: string | null;
  @ApiProperty(maybeText) model: string | null;
  @ApiProperty(maybeText) plan: string | null;
  @ApiProperty(instant) valid_from: string;
  @ApiProperty({
    ...maybeText,
    format: 'date-time',
    description: 'When it took or takes effect: never before its approval',
  })
  effective_from: string | null;
  @ApiProperty() reason: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty() proposed_by_id: string;
  @ApiProperty(instant) proposed_at: string;
  @ApiProperty(maybeText) decided_by: string | null;
  @ApiProperty({ ...maybeText, format: 'date-time' }) decided_at: string | null;
  @ApiProperty(maybeText) decision_note: string | null;
}
