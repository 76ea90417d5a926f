import type { RunView } from '../api/views.js';

/** The status words of a run; paused is a flag beside its state. */
export function runStatus(run: RunView): string {
  return run.paused ? 'paused' : run.state;
}
