import type { PayoutRunView } from '../api/schema.js';

/** Its amounts are computed or its payouts sent now. */
export const isUnderWay = ({ state }: PayoutRunView): boolean => ['computing', 'executing'].includes(state);

/** The status words of a run; paused is a flag in addition to its state. */
export function runStatus(run: PayoutRunView): string {
  return run.paused ? 'paused' : run.state;
}
