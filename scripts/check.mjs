// npm run check [-- name...] [--json FILE]: everything that can be checked without running the product. Exit code 0
// only if all pass. FILE gets the time of each check.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureApiTypes } from './lib/ensure-api-types.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

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
    what: 'OpenAPI, errors, client types fresh; entities match migrations',
    command: () => [inRoot('scripts/generate.mjs'), '--check'],
  },
  { names: ['imports'], what: 'levels and boundaries', command: () => [inRoot('scripts/check/imports.mjs')] },
];

async function main() {
  const { values, positionals: wanted } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
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
  const results = [];
  newCpuSecondsOfChildren();
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { names, what, command } = check;
      const startedAt = performance.now();
      const { problem, cpuSeconds } = await progress.phase(`Checking ${names.join(', ')}: ${what}`, async (update) => {
        const result = await run(command(names));
        if (result.cpuSeconds !== undefined) update(`${result.cpuSeconds.toFixed(1)} s of CPU`);
        return result;
      });
      results.push({ names, seconds: (performance.now() - startedAt) / 1000, cpuSeconds, ok: problem === undefined });
      if (problem !== undefined) process.stdout.write(`\n${problem}\n\n`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  const failed = results.filter(({ ok }) => !ok).flatMap(({ names }) => names.join(' or '));
  process.stdout.write(failed.length === 0 ? 'All checks hold.\n' : `These checks do not hold: ${failed.join(', ')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** `problem`: output of the tool when it failed, else undefined. `cpuSeconds` where the system reports it. */
function run([script, ...args]) {
  if (!fs.existsSync(script)) return Promise.resolve({ problem: `${script} does not exist.` });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, script, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let cpuSeconds;
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ problem: error.message }));
    child.once('exit', () => (cpuSeconds = newCpuSecondsOfChildren()));
    child.once('close', (code, signal) =>
      resolve({
        cpuSeconds,
        problem: code === 0 ? undefined : output.trim() || `ended with ${signal ?? `code ${code}`}`,
      }),
    );
  });
}

let countedTicks = 0;

/** CPU seconds of the processes that ended since the last call, with all that they started; undefined where unknown. */
function newCpuSecondsOfChildren() {
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // cutime and cstime (proc(5)), in hundredths of a second.
    const ticks = Number(fields[13]) + Number(fields[14]);
    const seconds = (ticks - countedTicks) / 100;
    countedTicks = ticks;
    return seconds;
  } catch {
    return undefined;
  }
}

main().catch(fail);
