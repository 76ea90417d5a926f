import { ApiProperty } from '@nestjs/swagger';
import { maybeInstant, maybeText } from '@portal/platform/http';
import { CALL_KINDS, type CallKind } from '../domain/call-schedule.js';

/** The open call to the Drive of an install, and its progress. */
export class CallPlanView {
  @ApiProperty({
    enum: CALL_KINDS,
    description: 'handshake: install, or a new token. probe: whether the token is dead',
  })
  kind: CallKind;
  @ApiProperty({ description: 'It is not tried by itself any more: somebody has to decide' }) attention: boolean;
  @ApiProperty({ description: 'Tries begun so far' }) attempts: number;
  @ApiProperty() max_attempts: number;
  @ApiProperty(maybeInstant) next_try_at: string | null;
  @ApiProperty(maybeInstant) last_tried_at: string | null;
  @ApiProperty({ ...maybeText, description: 'What came of the last try, in a sentence' }) last_outcome: string | null;
  @ApiProperty({ ...maybeText, description: 'Another id that the Drive named for this install' })
  reported_id: string | null;
}

export interface CallPlanRow {
  call_kind: CallKind | null;
  call_state: 'waiting' | 'attention' | null;
  call_attempts: number | null;
  call_max_attempts: number | null;
  call_next_at: Date | null;
  call_last_at: Date | null;
  call_outcome: string | null;
  call_reported_id: string | null;
}

/** Columns of `callPlanView`, of the plan `c`. */
export const CALL_COLUMNS = `c.kind as call_kind, c.state as call_state, c.attempts as call_attempts, c.max_attempts as call_max_attempts,
    c.next_try_at as call_next_at, c.last_tried_at as call_last_at, c.last_outcome as call_outcome, c.reported_id as call_reported_id`;
/** The open plan `c` of the install `i`; of several the one with the highest priority. */
export const OPEN_CALL = `left join lateral (select * from installs.call_plans o where o.install_id = i.id and o.state in ('waiting', 'attention')
    order by o.kind = 'probe', o.created_at desc limit 1) c on true`;

export function callPlanView(row: CallPlanRow): CallPlanView | null {
  if (row.call_kind === null) return null;
  return {
    kind: row.call_kind,
    attention: row.call_state === 'attention',
    attempts: row.call_attempts!,
    max_attempts: row.call_max_attempts!,
    next_try_at: row.call_next_at?.toISOString() ?? null,
    last_tried_at: row.call_last_at?.toISOString() ?? null,
    last_outcome: row.call_outcome,
    reported_id: row.call_reported_id,
  };
}
