// npm run check [-- name...]: everything that can be told without running the product. Exit code 0 only if all hold.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

const tool = (name, ...bin) => inRoot('node_modules', name, ...bin);

const CHECKS = [
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
  { name: 'lint', what: 'lint', command: [tool('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'] },
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
  { name: 'format', what: 'formatting', command: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '.'] },
  {
    name: 'generated',
    what: 'OpenAPI, errors, client types fresh; entities match migrations',
    command: [inRoot('scripts', 'generate.mjs'), '--check'],
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
  for (const check of CHECKS) {
    if (wanted.length > 0 && !wanted.includes(check.name)) continue;
    const problem = await progress.phase(`Checking ${check.what}`, () => run(check.command));
    if (problem === undefined) continue;
    failed.push(check.name);
    process.stdout.write(`\n${problem}\n\n`);
  }
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
