import { ApiProperty } from '@nestjs/swagger';
import { OptionalOneOf, PageQuery } from '@portal/platform/http';
import { IsString, IsUUID, Length } from 'class-validator';
import { trimmed } from '../sign-in/identity.dto.js';
import { REMOVAL_STATES, type RemovalState } from './domain/factor-removal.js';

export class RequestFactorRemovalDto {
  @ApiProperty() @IsUUID() user_id: string;
  @ApiProperty({ description: 'How the request of the person was verified. Shown to the person and the admins' })
  @trimmed
  @IsString()
  @Length(10, 1_000)
  reason: string;
}

export class FactorRemovalTokenDto {
  @ApiProperty({ description: 'From the email' }) @IsString() @Length(20, 80) token: string;
}

export class FactorRemovalsQuery extends PageQuery {
  @OptionalOneOf(REMOVAL_STATES) state?: RemovalState;
}
