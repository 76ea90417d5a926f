// npm run check [-- name...]: everything that can be checked without running the product. Exit code 0 only if all pass.
import './lib/node-version.cjs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureApiTypes } from './lib/ensure-api-types.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** They are independent, but two of them at once need much memory. */
const WORKERS = os.availableParallelism() > 1 && os.totalmem() > 12 * 2 ** 30 ? 2 : 1;

/**
 * Of Node. Room for young objects, of which these tools make many: fewer collections copy them. And V8 optimizes later: a
 * fifth of prettier's CPU was spent on optimizing short-lived code.
 */
const FLAGS = ['--max-semi-space-size=64', '--interrupt-budget=300000'];

/** The cheapest first, then the longest: short ones fill the rest of the time. */
const CHECKS = [
  {
    names: ['migrations'],
    what: 'expand before they contract, lock nothing for long',
    command: () => [inRoot('scripts/check/migrations.mjs')],
  },
  {
    names: ['supply-chain'],
    what: 'licences of packages and ranges of versions',
    command: () => [inRoot('scripts/check/supply-chain.mjs')],
  },
  {
    names: ['tolerated'],
    what: 'exceptions of scripts/check/tolerated.json only become fewer',
    command: () => [inRoot('scripts/check/tolerated.mjs')],
  },
  {
    names: ['exports'],
    what: 'no unused file, export or package (knip.json)',
    command: () => [inRoot('node_modules/knip/bin/knip.js'), '--no-progress'],
  },
  {
    names: ['types', 'lint', 'sql'],
    what: 'apps, libs and tests; every SQL text against the migrated schema',
    command: (names) => [inRoot('scripts/check/sources.mjs'), 'server', ...names],
  },
  {
    names: ['format'],
    what: 'of every file',
    // Results of an earlier run still apply: the formatting of a file depends on the file and the settings only.
    command: () => [
      inRoot('node_modules/prettier/bin/prettier.cjs'),
      '--check',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${inRoot('dist/.prettier-cache')}`,
      '.',
    ],
  },
  {
    names: ['web-types', 'lint'],
    what: 'the pages',
    command: (names) => [inRoot('scripts/check/sources.mjs'), 'pages', ...names],
  },
  {
    names: ['openapi'],
    what: 'docs/openapi.json by the rules of Redocly and Spectral',
    command: () => [inRoot('scripts/check/openapi.mjs')],
  },
  {
    names: ['generated'],
    what: 'OpenAPI, errors, client types fresh; entities match the schema',
    command: () => [inRoot('scripts/generate.mjs'), '--check'],
  },
  { names: ['imports'], what: 'levels and boundaries', command: () => [inRoot('scripts/check/imports.mjs')] },
];

async function main() {
  const { positionals: wanted } = parseArgs({ allowPositionals: true });
  const known = [...new Set(CHECKS.flatMap(({ names }) => names))];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Problem('usage', `No such check: ${unknown.join(', ')}`, `Known: ${known.join(', ')}`);
  const progress = createProgress();
  await ensureInstalled(progress);
  ensureApiTypes();
  await ensureBuilt(progress, { web: false, docs: true });
  const waiting = CHECKS.map((check) => ({
    ...check,
    names: check.names.filter((name) => wanted.length === 0 || wanted.includes(name)),
  })).filter(({ names }) => names.length > 0);
  const failed = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { names, what, command } = check;
      const problem = await progress.phase(`Checking ${names.join(', ')}: ${what}`, () => problemOf(command(names)));
      if (problem === undefined) continue;
      failed.push(names.join(' or '));
      process.stdout.write(`\n${problem}\n\n`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  process.stdout.write(failed.length === 0 ? 'All checks hold.\n' : `These checks do not hold: ${failed.join(', ')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** The output of the tool when it failed, else undefined. */
async function problemOf(command) {
  const { code, output } = await run(process.execPath, [...FLAGS, ...command], { cwd: root });
  return code === 0 ? undefined : output.trim() || `ended with ${code}`;
}

main().catch(fail);
