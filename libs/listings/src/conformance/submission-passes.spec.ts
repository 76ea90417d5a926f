import { conformanceChecks, type CheckResult, type ConformanceReport } from '@portal/conformance';
import { submissionPasses } from './submission-passes.js';

const run = (failed: readonly string[], ok = failed.length === 0) => ({
  report: { ok } as ConformanceReport,
  results: conformanceChecks.map(
    ({ id }) => ({ id, status: failed.includes(id) ? 'fail' : 'pass' }) as unknown as CheckResult,
  ),
});
const idsOf = (mode: string): string[] => conformanceChecks.filter((check) => check.mode === mode).map(({ id }) => id);

describe('a submission is sent back to its author', () => {
  it.each([...idsOf('schema'), ...idsOf('public'), ...idsOf('full')])('when check %s fails', (id) =>
    expect(submissionPasses(run([id]))).toBe(false),
  );

  const essential = ['C80', 'C82', 'C89', 'C92', 'C105', 'C154'];
  it.each(essential)('when %s forbids an install, its end, or the privacy of tenants', (id) =>
    expect(submissionPasses(run([id]))).toBe(false),
  );

  it('for no other failure of the probe installs, which a reviewer weighs together', () => {
    const weighed = idsOf('lifecycle').filter((id) => !essential.includes(id));
    expect(weighed.length).toBeGreaterThan(20);
    expect(submissionPasses(run(weighed))).toBe(true);
  });

  it('as the engine says when a run has no failure', () => {
    expect(submissionPasses(run([]))).toBe(true);
    expect(submissionPasses(run([], false))).toBe(false);
  });
});
