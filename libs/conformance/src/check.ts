import type { ConformanceMode, Tried } from './input.js';
import type { CheckContext } from './probe/context.js';
import type { CheckFacts, CheckGroup, FindingLevel } from './report/finding.js';

/** What is only observed is shown and decides nothing; while what is required is broken, there is no verdict. */
type Weight = Pick<Check, 'enforcement' | 'required'>;

/** One numbered check. Plain data, so that checks can be listed, counted and documented. */
export interface Check extends CheckFacts {
  /** Smallest mode that runs it. */
  readonly mode: ConformanceMode;
  readonly enforcement: 'enforced' | 'observed';
  readonly required: boolean;
  /** Reports findings to the context. */
  readonly run: (context: CheckContext) => Promise<Tried>;
}

export { NEVER_SIGNED, NOTHING_TO_CHECK, type Tried } from './input.js';

/** Makes a check from its number, name and clause. */
export type CheckOf<Run> = (id: string, rule: string, clause: string, run: Run, weight?: Partial<Weight>) => Check;
export type CheckByLevel<Run> = Readonly<Record<FindingLevel, CheckOf<Run>>>;

export const byLevel = <Run>(at: (level: FindingLevel) => CheckOf<Run>): CheckByLevel<Run> => ({
  error: at('error'),
  warning: at('warning'),
  info: at('info'),
});

/** Makes the checks of one group that run from a mode on, by the level of their worst finding. */
export const checksOf = (check: CheckGroup, mode: ConformanceMode): CheckByLevel<Check['run']> =>
  byLevel((level) => (id, rule, clause, run, { enforcement = 'enforced', required = level === 'error' } = {}) => {
    return { id, level, check, rule, clause, mode, enforcement, required, run };
  });
