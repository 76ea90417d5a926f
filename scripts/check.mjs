// npm run check [-- name...]: everything that can be told without running the product. Exit code 0 only if all hold.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

const tool = (name, ...bin) => inRoot('node_modules', name, ...bin);

/** Each knows nothing of the others, but two of them at once want memory. */
const LANES = os.availableParallelism() > 1 && os.totalmem() > 12 * 2 ** 30 ? 2 : 1;

/** The longest first: what is short fills the rest of the time. */
const CHECKS = [
  { name: 'lint', what: 'lint', command: [tool('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'] },
  { name: 'format', what: 'formatting', command: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '.'] },
  {
    name: 'generated',
    what: 'OpenAPI, errors, client types fresh; entities match migrations',
    command: [inRoot('scripts', 'generate.mjs'), '--check'],
  },
  {
    name: 'types',
    what: 'types of apps and libs',
    command: [tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'],
  },
  {
    name: 'web-types',
    what: 'types of the pages',
    command: [tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'apps/web/tsconfig.json'],
  },
  {
    name: 'imports',
    what: 'levels and boundaries',
    command: [
      tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'apps',
      'libs',
    ],
  },
];

async function main() {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0)
    throw new Problem(
      'usage',
      `No such check: ${unknown.join(', ')}`,
      `Known: ${CHECKS.map(({ name }) => name).join(', ')}`,
    );
  const progress = createProgress();
  await ensureInstalled(progress);
  const failed = [];
  const waiting = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { name, what, command } = check;
      const problem = await progress.phase(`Checking ${what}`, () => run(command));
      if (problem === undefined) continue;
      failed.push(name);
      process.stdout.write(`\n${problem}\n\n`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.stdout.write(failed.length === 0 ? 'All checks hold.\n' : `These checks do not hold: ${failed.join(', ')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** What the tool printed when it failed, else undefined. */
function run([script, ...args]) {
  if (!fs.existsSync(script)) return Promise.resolve(`${script} does not exist.`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : output.trim() || `ended with ${signal ?? `code ${code}`}`),
    );
  });
}

main().catch(fail);
