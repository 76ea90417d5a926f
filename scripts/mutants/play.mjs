import { Problem } from '../lib/problem.mjs';
import { copyCheckout } from './copy.mjs';
import { mutate } from './mutate.mjs';
import { runTests } from './run-tests.mjs';

/**
 * Plays the mutants one after another in a copy of the checkout. First all of their tests have to pass there without a
 * fault. Returns per mutant { name, area, rule, file, tests, outcome, by, test, seconds, said }: `outcome` is `caught` (one
 * of its tests failed; `by` and `test` name it), `survived` (all passed) or `unclear` (they did not run to an end; `said`
 * is the last output). Stops early when `signal` is aborted. Throws Problem `tests_fail`, and those of `copyCheckout`.
 */
export async function playMutants({ mutants, progress, signal }) {
  const copy = await progress.phase('Copying the checkout', () => copyCheckout());
  try {
    const all = [...new Set(mutants.flatMap(({ tests }) => tests))];
    const before = await progress.phase('Running the tests without a fault', () =>
      runTests(copy.directory, all, signal),
    );
    if (!before.passed && !signal.aborted)
      throw new Problem('tests_fail', `Without any fault the tests do not pass:\n${before.said}`);
    const results = [];
    for (const mutant of mutants) {
      if (signal.aborted) break;
      const result = await judge(copy.directory, mutant, signal);
      if (signal.aborted) break;
      results.push(result);
      progress.note(`${mutant.name.padEnd(36)} ${verdict(result)} in ${result.seconds} s`);
    }
    return results;
  } finally {
    copy.remove();
  }
}

async function judge(directory, mutant, signal) {
  const { name, area, rule, file, tests } = mutant;
  const startedAt = performance.now();
  const restore = mutate(directory, mutant);
  const run = await runTests(directory, tests, signal);
  restore();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const common = { name, area, rule, file, tests, seconds };
  if (run.passed) return { ...common, outcome: 'survived' };
  const [first] = run.failures;
  return first
    ? { ...common, outcome: 'caught', by: first.file, test: first.test }
    : { ...common, outcome: 'unclear', said: run.said };
}

function verdict({ outcome, by }) {
  if (outcome === 'caught') return `caught by ${by}`;
  return outcome === 'survived' ? 'SURVIVED' : 'NOT JUDGED';
}
