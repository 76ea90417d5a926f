import type { RunView } from '../api/views.js';

/** The status words of a run; paused is a flag in addition to its state. */
export function runStatus(run: RunView): string {
  return run.paused ? 'paused' : run.state;
}
