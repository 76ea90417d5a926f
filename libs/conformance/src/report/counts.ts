import type { CheckResult } from '../input.js';

export function countChecks(checks: readonly Pick<CheckResult, 'status'>[]) {
  const of = (wanted: CheckResult['status']): number => checks.filter(({ status }) => status === wanted).length;
  const [passed, warned, failed, errored] = [of('pass'), of('warn'), of('fail'), of('error')];
  return { passed, warned, failed, errored, observed: of('observed'), not_run: of('skipped'), total: checks.length };
}

/** How checks ended, in the words and figures of every report, mail and page, as `listings.check_counts` has them. */
export type CheckCounts = ReturnType<typeof countChecks>;
export const countsText = ({ passed, warned, failed, errored, observed, not_run, total }: CheckCounts): string =>
  `${passed} of ${total} checks passed, ${warned} warned, ${failed} failed` +
  `${errored ? `, ${errored} errored` : ''}, ${not_run} not run${observed ? `, ${observed} only observed` : ''}`;
