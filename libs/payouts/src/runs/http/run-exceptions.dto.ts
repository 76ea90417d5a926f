import { ApiProperty } from '@portal/platform/description';
import {
  OptionalOneOf,
  PageQuery,
  MayBeAbsent,
  ItemsOf,
  Words,
  OptionalFlag,
  OptionalLength,
} from '@portal/platform/http';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsUUID, Matches } from 'class-validator';
import { RUN_DECISIONS, UNUSUAL_KINDS, type RunDecision, type RunExceptionKind } from '../domain/run-exceptions.js';
import { UNPAID_REASONS } from '../domain/unpaid.js';

export const RUN_EXCEPTION_KINDS: RunExceptionKind[] = [...new Set([...UNUSUAL_KINDS, ...UNPAID_REASONS])];
/** Maximum number of payouts per request. */
const DECIDED_AT_ONCE = 500;

export class RunExceptionsQuery extends PageQuery {
  @OptionalOneOf(RUN_EXCEPTION_KINDS) kind?: RunExceptionKind;
  @OptionalFlag('true: only undecided ones') open?: boolean;
  @OptionalLength(1, 100, "Part of the author's name") q?: string;
}

class DecidedPayoutBody {
  @ApiProperty({ format: 'uuid' }) @IsUUID() org_id: string;
  @ApiProperty() @Matches(/^[a-z]{3}$/) currency: string;
}

export class DecideExceptionsBody {
  @ApiProperty({ description: 'Hash of the set that you reviewed' }) @Matches(/^[0-9a-f]{64}$/) input_hash: string;
  @ApiProperty({
    enum: RUN_DECISIONS,
    description:
      'include: paid as computed. carry: left out of this run. hold: withheld until the hold ends, in every currency. Choosing or reverting carry or hold recomputes the run; amounts withheld by the same hold are decided together',
  })
  @IsIn(RUN_DECISIONS)
  decision: RunDecision;
  @Words(3, 500, 'Shown to the approvers; for carry and hold, also sent to the author') reason: string;
  @ApiProperty({ required: false, type: [DecidedPayoutBody], description: 'Which payouts; or `kind`' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(DECIDED_AT_ONCE)
  @ItemsOf(() => DecidedPayoutBody)
  items?: DecidedPayoutBody[];
  @OptionalOneOf(UNUSUAL_KINDS, { example: 'first_payout', description: 'Up to 500 undecided payouts of this kind' })
  kind?: (typeof UNUSUAL_KINDS)[number];
}
