import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { IsIn, IsOptional, IsString, IsUUID, Length, Matches } from 'class-validator';
import { PAYOUT_STATES, type PayoutState } from '../domain/run-state.js';

const RUN_PAYOUT_SORTS = ['amount', '-amount', 'change', '-change'] as const;
export type RunPayoutSort = (typeof RUN_PAYOUT_SORTS)[number];
const RUN_PAYOUT_PARTS = ['to_pay', 'carried', 'held', 'failed'] as const;
type RunPayoutPart = (typeof RUN_PAYOUT_PARTS)[number];

export class RunQuery {
  @ApiProperty({
    required: false,
    enum: ['none'],
    description: 'none: returns no `payouts`; the totals stay the same',
  })
  @IsOptional()
  @IsIn(['none'])
  payouts?: 'none';
}

export class RunPayoutsQuery extends PageQuery {
  @ApiProperty({ required: false, description: "Part of the author's name" })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  q?: string;
  @ApiProperty({ required: false, format: 'uuid' }) @IsOptional() @IsUUID() org_id?: string;
  @ApiProperty({ required: false, enum: PAYOUT_STATES.states })
  @IsOptional()
  @IsIn(PAYOUT_STATES.states)
  state?: PayoutState;
  @ApiProperty({ required: false, description: 'Why it is paid, or why part of it is not; e.g. below_minimum' })
  @IsOptional()
  @Matches(/^[a-z_]{1,60}$/)
  reason?: string;
  @ApiProperty({
    required: false,
    enum: RUN_PAYOUT_PARTS,
    description: 'Only lines included in the total of this name',
  })
  @IsOptional()
  @IsIn(RUN_PAYOUT_PARTS)
  part?: RunPayoutPart;
  @ApiProperty({ required: false }) @IsOptional() @Matches(/^[a-z]{3}$/) currency?: string;
  @ApiProperty({
    required: false,
    enum: RUN_PAYOUT_SORTS,
    default: '-amount',
    description: 'By amount paid, or by the increase since the previous run; with a minus, largest first',
  })
  @IsOptional()
  @IsIn(RUN_PAYOUT_SORTS)
  sort?: RunPayoutSort;
}

/** Export of the lines of a run. */
export class RunLinesQuery extends RunPayoutsQuery {
  @ApiProperty({ format: 'uuid' }) @IsUUID() run: string;
}
