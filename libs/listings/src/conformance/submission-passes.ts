import { conformanceChecks, type ConformanceResult } from '@portal/conformance';

/**
 * Checks of the probe installs without which a Drive is sent back: it can be installed (the call is accepted, and answered
 * with a token and an id) and removed again, and shows no tenant the figures of another.
 */
const ESSENTIAL: readonly string[] = ['C80', 'C82', 'C89', 'C92', 'C105', 'C154'];

const WEIGHED = new Set(
  conformanceChecks.filter(({ mode, id }) => mode === 'lifecycle' && !ESSENTIAL.includes(id)).map(({ id }) => id),
);

/** Whether a failure of this check sends a Drive back; the others of the probe installs a reviewer weighs. */
export const sendsBack = (checkId: string): boolean => !WEIGHED.has(checkId);

/** Whether a run lets a submission through to a reviewer: no check has failed but those that a reviewer weighs. */
export function submissionPasses({ report, results }: Pick<ConformanceResult, 'report' | 'results'>): boolean {
  const failed = results.filter(({ status }) => status === 'fail');
  return report.ok || (failed.length > 0 && !failed.some(({ id }) => sendsBack(id)));
}
