import type { PayoutRunView } from '../api/schema.js';
import type { StatusCode } from '../text/vocabulary.js';

/** Its amounts are computed or its payouts sent now. */
export const isUnderWay = ({ state }: PayoutRunView): boolean => ['computing', 'executing'].includes(state);

/** The status words of a run; paused is a flag in addition to its state. */
export function runStatus(run: PayoutRunView): StatusCode<'run'> {
  return run.paused ? 'paused' : run.state;
}
