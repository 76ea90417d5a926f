// npm run mutants -- [name...] [--quick] [--json]: puts one deliberate fault at a time into a copy of the checkout and runs
// the tests that should notice it. Exit code 1 when one survives, cannot be judged, or fits the code no more.
import './lib/node-version.cjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { root } from './lib/root.mjs';
import { MUTANTS } from './mutants/list.mjs';
import { assertFits } from './mutants/mutate.mjs';
import { playMutants } from './mutants/play.mjs';

const USAGE = `Use: npm run mutants -- [name...] [--quick] [--json]\nKnown: ${MUTANTS.map(({ name }) => name).join(', ')}`;

/** The options of the command line. Throws Problem. */
function options(args) {
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const names = args.filter((arg) => !flags.has(arg));
  const unknown = [
    ...[...flags].filter((flag) => flag !== '--quick' && flag !== '--json'),
    ...names.filter((name) => !MUTANTS.some((mutant) => mutant.name === name)),
  ];
  if (unknown.length > 0) throw new Problem('usage', `Not understood: ${unknown.join(' ')}`, USAGE);
  const wanted = ({ name, quick }) =>
    names.length > 0 ? names.includes(name) : quick === true || !flags.has('--quick');
  return { mutants: MUTANTS.filter(wanted), json: flags.has('--json') };
}

async function main() {
  const { mutants, json } = options(process.argv.slice(2));
  for (const mutant of mutants) assertFits(root, mutant);
  const stream = json ? process.stderr : process.stdout;
  const progress = createProgress({ stream });
  await ensureInstalled(progress);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.abort());
  const results = await playMutants({ mutants, progress, signal: stopped.signal });
  const survivors = results.filter(({ outcome }) => outcome !== 'caught');
  if (json) process.stdout.write(`${JSON.stringify({ schema: 'mutants/1', mutants: results })}\n`);
  else print(results, survivors, stopped.signal.aborted);
  process.exitCode = stopped.signal.aborted ? 130 : survivors.length > 0 ? 1 : 0;
}

function print(results, survivors, interrupted) {
  const lines = survivors.map(({ outcome, name, file, rule, tests, said }) =>
    outcome === 'survived'
      ? `SURVIVED ${name} (${file})\n  No test holds this rule: ${rule}\n  Passed all the same: ${tests.join(', ')}`
      : `NOT JUDGED ${name} (${file})\n  The tests did not run to an end: ${tests.join(', ')}\n${said}`,
  );
  process.stdout.write(
    `\n${interrupted ? 'Interrupted.\n' : ''}${lines.map((line) => `${line}\n\n`).join('')}${results.length - survivors.length} of ${results.length} caught\n`,
  );
}

main().catch(fail);
