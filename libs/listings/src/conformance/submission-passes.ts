import { conformanceChecks, type ConformanceResult } from '@portal/conformance';

/** Without these a Drive cannot be installed at all: the call is accepted, and answered with a token and an id. */
const INSTALLABLE: readonly string[] = ['C80', 'C82'];

const WEIGHED = new Set(
  conformanceChecks.filter(({ mode, id }) => mode === 'lifecycle' && !INSTALLABLE.includes(id)).map(({ id }) => id),
);

/**
 * Whether a run lets a submission through to a reviewer. A failed check sends it back to its author, except those of the
 * probe installs, which the reviewer weighs under "Install life cycle"; but a Drive that cannot be installed is sent back.
 */
export function submissionPasses({ report, results }: Pick<ConformanceResult, 'report' | 'results'>): boolean {
  const failed = results.filter(({ status }) => status === 'fail');
  return report.ok || (failed.length > 0 && failed.every(({ id }) => WEIGHED.has(id)));
}
