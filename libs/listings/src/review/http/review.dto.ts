import { ApiProperty } from '@portal/platform/description';
import { OptionalOneOf, OptionalText, PageQuery, instant, ItemsOf, IsInstant, Words } from '@portal/platform/http';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { EXCEPTION_LISTS, NOTE_MAX, VERDICTS, type ExceptionList, type Verdict } from '../domain/review-case.js';

const DIGEST = /^[0-9a-f]{64}$/;

/** Which cases of the queue. */
export class ReviewQueueQuery extends PageQuery {
  @OptionalOneOf(['reviewer', 'author', 'all'], 'Who must act; reviewer if absent') party?:
    'reviewer' | 'author' | 'all';
  @OptionalOneOf(['initial', 'update']) kind?: 'initial' | 'update';
  @OptionalOneOf(['mine', 'others', 'free'], 'Who works on it') claimed?: 'mine' | 'others' | 'free';
  @OptionalOneOf(['waiting', 'worst'], 'Worst first (if absent), or longest wait first') sort?: 'waiting' | 'worst';
  @OptionalOneOf(['overdue'], 'Only what reviewers should have acted on') due?: 'overdue';
}

class JudgementDto {
  @ApiProperty({ description: 'Of the list of criteria' }) @IsString() @MaxLength(60) criterion: string;
  @ApiProperty({ enum: VERDICTS }) @IsIn(VERDICTS) verdict: Verdict;
  @OptionalText(NOTE_MAX, {
    maxLength: NOTE_MAX,
    description:
      'For fail and needs_change at least 10 characters; the author reads it. For a pass too where a check failed or was not run',
  })
  note?: string;
}

export class JudgeSubmissionDto {
  @ApiProperty({ description: 'Digest of the reviewed revision' }) @Matches(DIGEST) digest: string;
  @ApiProperty({ type: [JudgementDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ItemsOf(() => JudgementDto)
  judgements: JudgementDto[];
}

export class ProposeExceptionDto {
  @ApiProperty({ description: 'Check that is waived; L04 for a price of its own' })
  @Matches(/^[A-Z]\d{2,3}$/)
  check_id: string;
  @Words(10, 2_000) reason: string;
  @ApiProperty({ ...instant, description: 'Within a year' })
  @IsInstant()
  ends_at: string;
}

export class EndExceptionDto {
  @Words(10, 4_000) reason: string;
}

/** Which exceptions. */
export class ReviewExceptionsQuery {
  @OptionalOneOf(EXCEPTION_LISTS, 'ending: in force for less than 30 days still') state?: ExceptionList;
}
