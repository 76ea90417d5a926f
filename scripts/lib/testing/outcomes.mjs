const SKIPPED = new Set(['pending', 'todo', 'disabled']);
/** The test that represents a file of a suite that could not be loaded (test/support/suite.cjs). */
const LOADS = 'can be loaded';

/**
 * Results of every test file of a Jest run: Map of file to { passed, failed, failures: [names], skipped: [names],
 * ms, problems }. A file that cannot be run, or whose results are missing, counts as one failed test without a name.
 */
export function outcomesOf(report, suites, code) {
  const outcomes = new Map();
  const of = (file) => {
    if (!outcomes.has(file))
      outcomes.set(file, { passed: 0, failed: 0, failures: [], skipped: [], ms: 0, problems: [] });
    return outcomes.get(file);
  };
  const results = new Map((report?.testResults ?? []).map((result) => [result.name, result]));
  for (const { path: at, files } of suites) {
    const result = results.get(at);
    for (const assertion of result?.assertionResults ?? []) {
      // In a suite of several each test is under the path of its file.
      const [suite, ...titles] = [...assertion.ancestorTitles, assertion.title];
      const file = files.includes(suite) ? suite : files[0];
      const name = (file === suite ? titles : [suite, ...titles]).join(' ');
      const outcome = of(file);
      outcome.ms += assertion.duration ?? 0;
      if (assertion.status === 'passed') outcome.passed += 1;
      else if (assertion.status === 'failed') {
        outcome.failed += 1;
        if (name === LOADS) outcome.problems.push(`${file} could not be run.`);
        else outcome.failures.push(name);
      } else if (SKIPPED.has(assertion.status)) outcome.skipped.push(name);
    }
    const asserted = (result?.assertionResults ?? []).some(({ status }) => status === 'failed');
    if (!result || (result.status === 'failed' && !asserted))
      for (const file of files) {
        const outcome = of(file);
        outcome.failed += 1;
        outcome.problems.push(`${file} could not be run.`);
      }
  }
  const problems = [];
  const failed = [...outcomes.values()].some((outcome) => outcome.failed > 0);
  if (!report) problems.push(`Jest ended (code ${code}) without results.`);
  else if (!report.success && !failed) problems.push('Jest reports a failure outside of any test.');
  return { outcomes, problems };
}

/** Adds up outcomes: { passed, failed, skipped, skippedNames, problems }. */
export function totalOf(outcomes) {
  const total = { passed: 0, failed: 0, skipped: 0, skippedNames: [], problems: [] };
  for (const [file, { passed, failed, skipped, problems }] of outcomes) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped.length;
    total.skippedNames.push(...skipped.map((name) => `${name} (${file})`));
    total.problems.push(...problems);
  }
  return total;
}

/** Files in which a test failed. */
export const failedFiles = (outcomes) => [...outcomes].filter(([, { failed }]) => failed > 0).map(([file]) => file);
