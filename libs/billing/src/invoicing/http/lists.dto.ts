import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../disputes/domain/dispute-phase.js';
import { refundStates, type RefundState } from '../../refunds/domain/refund-state.js';

const NOTE_STATES = ['issued', 'voided'] as const;
const DECISIONS = ['proposed', 'approved', 'rejected'] as const;
const PERIODS = ['open', 'ended', 'closing', 'closed'] as const;

/** Common filters of all money lists. */
class NarrowedQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'YYYY-MM (UTC) in which it started' })
  @IsOptional()
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month?: string;
  @ApiProperty({ required: false, description: 'such as usd' }) @IsOptional() @Matches(/^[a-z]{3}$/) currency?: string;
  @ApiProperty({ required: false, description: 'Part of the tenant’s name or of the invoice number' })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  q?: string;
  @ApiProperty({
    required: false,
    description: 'Part of the name of an affected author, or of the slug of one of their Drives',
  })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  author?: string;
}

export class RefundsQuery extends NarrowedQuery {
  @ApiProperty({ required: false, enum: refundStates.states })
  @IsOptional()
  @IsIn(refundStates.states)
  state?: RefundState;
}

export class CreditNotesQuery extends NarrowedQuery {
  @ApiProperty({ required: false, enum: NOTE_STATES })
  @IsOptional()
  @IsIn(NOTE_STATES)
  state?: (typeof NOTE_STATES)[number];
}

export class DisputesQuery extends NarrowedQuery {
  @ApiProperty({ required: false, enum: DISPUTE_STATUSES })
  @IsOptional()
  @IsIn(DISPUTE_STATUSES)
  state?: DisputeStatus;
}

export class WriteOffsQuery extends NarrowedQuery {
  @ApiProperty({ required: false, enum: DECISIONS })
  @IsOptional()
  @IsIn(DECISIONS)
  state?: (typeof DECISIONS)[number];
}

export class PeriodsQuery {
  @ApiProperty({ required: false, enum: PERIODS, description: 'ended: to be closed' })
  @IsOptional()
  @IsIn(PERIODS)
  state?: (typeof PERIODS)[number];
  @ApiProperty({ required: false, description: 'Only months with invoices in this currency, such as usd' })
  @IsOptional()
  @Matches(/^[a-z]{3}$/)
  currency?: string;
}
