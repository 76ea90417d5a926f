import type { ConformanceMode } from './input.js';
import type { CheckContext } from './probe/context.js';
import type { CheckFacts } from './report/finding.js';

/** One numbered check. Plain data, so that checks can be listed, counted and documented. */
export interface Check extends CheckFacts {
  /** Smallest mode that runs it. */
  readonly mode: ConformanceMode;
  /** Reports findings to the context; returns false when it could not be run. */
  readonly run: (context: CheckContext) => Promise<boolean>;
}
