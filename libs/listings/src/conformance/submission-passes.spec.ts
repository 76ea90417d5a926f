import { conformanceChecks, type CheckResult, type ConformanceReport } from '@portal/conformance';
import { submissionPasses } from './submission-passes.js';

const run = (failed: readonly string[], ok = failed.length === 0) => ({
  report: { ok } as ConformanceReport,
  results: conformanceChecks.map(
    ({ id }) => ({ id, status: failed.includes(id) ? 'fail' : 'pass' }) as unknown as CheckResult,
  ),
});
const idsOf = (mode: string): string[] => conformanceChecks.filter((check) => check.mode === mode).map(({ id }) => id);

describe('which failed checks send a submission back', () => {
  it.each([...idsOf('schema'), ...idsOf('public'), ...idsOf('full')])('%s, without an install', (id) =>
    expect(submissionPasses(run([id]))).toBe(false),
  );

  it.each(['C80', 'C82'])('%s: it cannot be installed', (id) => expect(submissionPasses(run([id]))).toBe(false));

  it('no other failure of the probe installs does: a reviewer weighs all of them at once', () => {
    const weighed = idsOf('lifecycle').filter((id) => id !== 'C80' && id !== 'C82');
    expect(weighed.length).toBeGreaterThan(20);
    expect(submissionPasses(run(weighed))).toBe(true);
  });

  it('a run without any failure passes as the engine says', () => {
    expect(submissionPasses(run([]))).toBe(true);
    expect(submissionPasses(run([], false))).toBe(false);
  });
});
