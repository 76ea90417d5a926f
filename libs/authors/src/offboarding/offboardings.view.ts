import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant } from '@portal/platform/http';

export class OffboardingView {
  @ApiProperty() org_id: string;
  @ApiProperty() org_name: string;
  @ApiProperty({
    enum: ['announced', 'final', 'ended', 'withdrawn'],
    description: 'announced: can be withdrawn; final: can no longer be withdrawn; ended: carried out',
  })
  state: string;
  @ApiProperty() reason: string;
  @ApiProperty({ description: 'True if the platform closes the account' }) by_staff: boolean;
  @ApiProperty() asked_by: string;
  @ApiProperty(instant) asked_at: string;
  @ApiProperty({
    ...instant,
    description: 'It can be withdrawn until this time; after it, nothing new can be installed',
  })
  closes_at: string;
  @ApiProperty({ ...instant, description: 'When installs end and the account closes' }) ends_at: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty() can_be_taken_back: boolean;
}

export class AuthorOffboardingView {
  @ApiProperty() org_name: string;
  @ApiProperty({ type: OffboardingView, nullable: true, description: 'Null: none is announced' })
  offboarding: OffboardingView | null;
}
