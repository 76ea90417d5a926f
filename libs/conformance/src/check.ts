import type { CheckContext } from './probe/context.js';
import type { CheckGroup, FindingLevel } from './report/finding.js';

/**
 * How far a run goes: the document only; all that needs no secret; signed reads too; or also installs and uninstalls on a
 * probe tenant.
 */
export type ConformanceMode = 'schema' | 'public' | 'full' | 'lifecycle';

/** One numbered check: a value, so that checks can be listed, counted and documented. */
export interface Check {
  /** Unique number, for example `C53`. Numbers are never used again for something else. */
  readonly id: string;
  /** Level of its worst finding. */
  readonly level: FindingLevel;
  readonly check: CheckGroup;
  /** Stable snake_case name. */
  readonly rule: string;
  /** Part of the contract it rests on. */
  readonly clause: string;
  /** Smallest mode that runs it. */
  readonly mode: ConformanceMode;
  /** Reports findings through the context; returns false when it could not be tried. */
  readonly run: (context: CheckContext) => Promise<boolean>;
}
