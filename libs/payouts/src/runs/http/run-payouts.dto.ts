import { ApiProperty } from '@portal/platform/description';
import { OptionalId, OptionalOneOf, OptionalPattern, PageQuery, OptionalLength } from '@portal/platform/http';
import { IsUUID } from 'class-validator';
import { PAYOUT_STATES, type PayoutState } from '../domain/run-state.js';

const RUN_PAYOUT_SORTS = ['amount', '-amount', 'change', '-change'] as const;
export type RunPayoutSort = (typeof RUN_PAYOUT_SORTS)[number];
const RUN_PAYOUT_PARTS = ['to_pay', 'carried', 'held', 'failed'] as const;
type RunPayoutPart = (typeof RUN_PAYOUT_PARTS)[number];

export class RunQuery {
  @OptionalOneOf(['none'], 'none: returns no `payouts`; the totals stay the same') payouts?: 'none';
}

export class RunPayoutsQuery extends PageQuery {
  @OptionalLength(1, 100, "Part of the author's name") q?: string;
  @OptionalId({ format: 'uuid' }) org_id?: string;
  @OptionalOneOf(PAYOUT_STATES.states) state?: PayoutState;
  @OptionalPattern(/^[a-z_]{1,60}$/, 'Why it is paid, or why part of it is not; e.g. below_minimum') reason?: string;
  @OptionalOneOf(RUN_PAYOUT_PARTS, 'Only lines included in the total of this name') part?: RunPayoutPart;
  @OptionalPattern(/^[a-z]{3}$/) currency?: string;
  @OptionalOneOf(RUN_PAYOUT_SORTS, {
    default: '-amount',
    description: 'By amount paid, or by the increase since the previous run; with a minus, largest first',
  })
  sort?: RunPayoutSort;
}

/** Export of the lines of a run. */
export class RunLinesQuery extends RunPayoutsQuery {
  @ApiProperty({ format: 'uuid' }) @IsUUID() run: string;
}
