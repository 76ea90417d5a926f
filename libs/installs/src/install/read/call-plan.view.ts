import { ApiProperty } from '@portal/platform/description';
import { maybeInstant, maybeText } from '@portal/platform/http';
import { CALL_KINDS, type CallKind } from '../domain/call-schedule.js';

/** The open call to the Drive of an install, and its progress. */
export class CallPlanView {
  @ApiProperty({
    enum: CALL_KINDS,
    description: 'handshake: install, or a new token. probe: whether the token is dead',
  })
  kind: CallKind;
  @ApiProperty({ description: 'It is no longer tried automatically: a person has to decide' }) attention: boolean;
  @ApiProperty({ description: 'Tries begun so far' }) attempts: number;
  @ApiProperty() max_attempts: number;
  @ApiProperty(maybeInstant) next_try_at: string | null;
  @ApiProperty(maybeInstant) last_tried_at: string | null;
  @ApiProperty({ ...maybeText, description: 'What came of the last try, in a sentence' }) last_outcome: string | null;
  @ApiProperty({ ...maybeText, description: 'Another id that the Drive named for this install' })
  reported_id: string | null;
}

/** An install with its open call, as JSON has it. */
export interface CallPlanRow {
  call:
    | (Omit<CallPlanView, 'attention'> & {
        state: 'waiting' | 'attention';
      })
    | null;
}

/** The column of `callPlanView`, of the plan `c`. */
export const CALL_COLUMN = 'to_jsonb(c) as call';
/** The open plan `c` of the install `i`; of several the one with the highest priority. */
export const OPEN_CALL = `left join lateral (select * from installs.call_plans o where o.install_id = i.id and o.state in ('waiting', 'attention')
    order by o.kind = 'probe', o.created_at desc limit 1) c on true`;

export function callPlanView({ call }: CallPlanRow): CallPlanView | null {
  return (
    call && {
      kind: call.kind,
      attention: call.state === 'attention',
      attempts: call.attempts,
      max_attempts: call.max_attempts,
      next_try_at: call.next_try_at && new Date(call.next_try_at).toISOString(),
      last_tried_at: call.last_tried_at && new Date(call.last_tried_at).toISOString(),
      last_outcome: call.last_outcome,
      reported_id: call.reported_id,
    }
  );
}
