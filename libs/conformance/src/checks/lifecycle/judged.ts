import { byLevel, checksOf, NOTHING_TO_CHECK, type CheckByLevel, type Tried } from '../../check.js';
import type { CheckContext } from '../../probe/context.js';
import type { CheckGroup, FindingLevel } from '../../report/finding.js';
import type { LifecycleRecord } from '../../probe/lifecycle.js';
import type { ProbeResult } from '../../probe/probe.js';
import { isAbsent } from '../presence.js';

/** Result of a judge. */
interface Words {
  readonly level?: FindingLevel;
  readonly expected: string;
  readonly cause: string;
  readonly fix?: string;
}
type Blame = (probe: ProbeResult, words: Words) => void;
/** Judges one aspect of the record; false when the run did not get that far. */
type Judge = (record: LifecycleRecord, blame: Blame, context: CheckContext) => Tried | void | Promise<Tried | void>;

/** Makes the checks of a group that judge the record of the lifecycle; skipped without a record. */
export function judgesOf(group: CheckGroup): CheckByLevel<Judge> {
  const checks = checksOf(group, 'lifecycle');
  return byLevel((level) => (id, rule, clause, judge, weight) => {
    const run = async (context: CheckContext): Promise<Tried> => {
      // Missing endpoints cannot be tested, and nothing is installed that could not be removed again.
      for (const name of ['install', 'uninstall'] as const) {
        if (!context.mayCall(name)) return false;
        const probe = await context.probe(name, 'unsigned');
        if ('failure' in probe.answer || isAbsent(probe)) return false;
      }
      const record = await context.lifecycle();
      if (!record) return false;
      const blame: Blame = (probe, words) => context.reportProbe(probe, words);
      const tried = await judge(record, blame, context);
      return tried === false || tried === NOTHING_TO_CHECK ? tried : true;
    };
    return checks[level](id, rule, clause, run, weight);
  });
}

export const judged = judgesOf('lifecycle');
