import type { CheckContext } from './probe/context.js';
import type { CheckGroup, FindingLevel } from './report/finding.js';

/**
 * Scope of a run: the document only; everything without a secret; signed reads as well; or also installs and uninstalls
 * on a probe tenant.
 */
export type ConformanceMode = 'schema' | 'public' | 'full' | 'lifecycle';

/** One numbered check. Plain data, so that checks can be listed, counted and documented. */
export interface Check {
  /** Unique number, for example `C53`. Numbers are never used again for something else. */
  readonly id: string;
  /** Level of its worst finding. */
  readonly level: FindingLevel;
  readonly check: CheckGroup;
  /** Stable snake_case name. */
  readonly rule: string;
  /** Clause of the contract. */
  readonly clause: string;
  /** Smallest mode that runs it. */
  readonly mode: ConformanceMode;
  /** Reports findings to the context; returns false when it could not be run. */
  readonly run: (context: CheckContext) => Promise<boolean>;
}
