import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, instant } from '@portal/platform/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { EXCEPTION_LISTS, NOTE_MAX, VERDICTS, type ExceptionList, type Verdict } from '../domain/review-case.js';

const DIGEST = /^[0-9a-f]{64}$/;

/** Which cases of the queue. */
export class ReviewQueueQuery extends PageQuery {
  @ApiProperty({
    required: false,
    enum: ['reviewer', 'author', 'all'],
    description: 'Who must act; reviewer if absent',
  })
  @IsOptional()
  @IsIn(['reviewer', 'author', 'all'])
  party?: 'reviewer' | 'author' | 'all';
  @ApiProperty({ required: false, enum: ['initial', 'update'] })
  @IsOptional()
  @IsIn(['initial', 'update'])
  kind?: 'initial' | 'update';
  @ApiProperty({ required: false, enum: ['mine', 'others', 'free'], description: 'Who works on it' })
  @IsOptional()
  @IsIn(['mine', 'others', 'free'])
  claimed?: 'mine' | 'others' | 'free';
  @ApiProperty({ required: false, enum: ['overdue'], description: 'Only what reviewers should have acted on' })
  @IsOptional()
  @IsIn(['overdue'])
  due?: 'overdue';
}

export class TakeNextDto {
  @ApiProperty({ required: false, enum: ['initial', 'update'], description: 'Only first versions, or only updates' })
  @IsOptional()
  @IsIn(['initial', 'update'])
  kind?: 'initial' | 'update';
}

export class HoldCaseDto {
  @ApiProperty({ required: false, description: 'Take it from another reviewer who works on it; audited' })
  @IsOptional()
  @IsBoolean()
  takeover?: boolean;
}

class JudgementDto {
  @ApiProperty({ description: 'Of the list of criteria' }) @IsString() @MaxLength(60) criterion: string;
  @ApiProperty({ enum: VERDICTS }) @IsIn(VERDICTS) verdict: Verdict;
  @ApiProperty({
    required: false,
    maxLength: NOTE_MAX,
    description: 'For fail and needs_change at least 10 characters; the author reads it',
  })
  @IsOptional()
  @IsString()
  @MaxLength(NOTE_MAX)
  note?: string;
}

export class JudgeSubmissionDto {
  @ApiProperty({ description: 'Digest of the revision that was looked at' }) @Matches(DIGEST) digest: string;
  @ApiProperty({ type: [JudgementDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => JudgementDto)
  judgements: JudgementDto[];
}

export class ProposeExceptionDto {
  @ApiProperty({ description: 'Check that is waived; L04 for a price of its own' })
  @Matches(/^[A-Z]\d{2,3}$/)
  check_id: string;
  @ApiProperty({ minLength: 10, maxLength: 4_000 }) @IsString() @Length(10, 4_000) reason: string;
  @ApiProperty({ ...instant, description: 'Within a year' })
  @IsISO8601({ strict: true })
  ends_at: string;
}

export class EndExceptionDto {
  @ApiProperty({ minLength: 10, maxLength: 4_000 }) @IsString() @Length(10, 4_000) reason: string;
}

/** Which exceptions. */
export class ReviewExceptionsQuery {
  @ApiProperty({ required: false, enum: EXCEPTION_LISTS, description: 'ending: in force for less than 30 days still' })
  @IsOptional()
  @IsIn(EXCEPTION_LISTS)
  state?: ExceptionList;
}
