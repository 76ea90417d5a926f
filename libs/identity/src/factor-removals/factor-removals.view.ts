import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { UserView } from '../sign-in/identity.view.js';
import {
  REMOVAL_CANCELLED_BY,
  REMOVAL_STATES,
  type RemovalCancelledBy,
  type RemovalState,
} from './domain/factor-removal.js';

export class RequestedRemovalView {
  @ApiProperty() id: string;
}

export class ApprovedRemovalView {
  @ApiProperty({ ...instant, description: 'When the second factor is removed unless someone cancels' }) due_at: string;
}

export class FactorRemovalView {
  @ApiProperty() id: string;
  @ApiProperty() user: UserView;
  @ApiProperty() reason: string;
  @ApiProperty({ enum: REMOVAL_STATES }) state: RemovalState;
  @ApiProperty() requested_by_id: string;
  @ApiProperty({ description: 'Name' }) requested_by: string;
  @ApiProperty(instant) requested_at: string;
  @ApiProperty({ ...instant, description: 'It can no longer be approved after this time' }) expires_at: string;
  @ApiProperty({ ...maybeText, description: 'Name' }) approved_by: string | null;
  @ApiProperty(maybeInstant) approved_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When the second factor is removed' }) due_at: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty({
    nullable: true,
    type: String,
    enum: REMOVAL_CANCELLED_BY,
    description: 'Who or what cancelled it',
  })
  cancelled_by: RemovalCancelledBy | null;
}
