import { ApiProperty } from '@nestjs/swagger';

export class OffboardingView {
  @ApiProperty() org_id: string;
  @ApiProperty() org_name: string;
  @ApiProperty({
    enum: ['announced', 'final', 'ended', 'withdrawn'],
    description: 'announced: can be taken back; final: cannot any more; ended: carried out',
  })
  state: string;
  @ApiProperty() reason: string;
  @ApiProperty({ description: 'True when the operator ends the account' }) by_staff: boolean;
  @ApiProperty() asked_by: string;
  @ApiProperty({ format: 'date-time' }) asked_at: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Until then it can be taken back; nothing new is installed from then on',
  })
  closes_at: string;
  @ApiProperty({ format: 'date-time', description: 'What is installed ends, and the account with it' }) ends_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) ended_at: string | null;
  @ApiProperty() can_be_taken_back: boolean;
}

export class AuthorOffboardingView {
  @ApiProperty() org_name: string;
  @ApiProperty({ type: OffboardingView, nullable: true, description: 'Null: none is announced' })
  offboarding: OffboardingView | null;
}
