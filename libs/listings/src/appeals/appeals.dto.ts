import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length } from 'class-validator';
import { APPEAL_DECISIONS, APPEAL_MAX, APPEAL_MIN, type AppealDecision } from './domain/appeal.js';

const trimmed = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

export class FileListingAppealDto {
  @ApiProperty({ minLength: APPEAL_MIN, maxLength: APPEAL_MAX, description: 'Why the decision is wrong' })
  @trimmed
  @IsString()
  @Length(APPEAL_MIN, APPEAL_MAX)
  text: string;
}

export class DecideListingAppealDto {
  @ApiProperty({ enum: APPEAL_DECISIONS }) @IsIn(APPEAL_DECISIONS) decision: AppealDecision;
  @ApiProperty({ minLength: APPEAL_MIN, maxLength: APPEAL_MAX, description: 'The author reads this' })
  @trimmed
  @IsString()
  @Length(APPEAL_MIN, APPEAL_MAX)
  text: string;
}
