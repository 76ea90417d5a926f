import type { RunView } from '../api/views.js';

/** Its amounts are computed or its payouts sent now. */
export const isUnderWay = ({ state }: RunView): boolean => ['computing', 'executing'].includes(state);

/** The status words of a run; paused is a flag in addition to its state. */
export function runStatus(run: RunView): string {
  return run.paused ? 'paused' : run.state;
}
