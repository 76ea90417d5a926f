import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ownProcess } from '../own-process.mjs';
import { inRoot, root } from '../root.mjs';
import { outcomesOf } from './outcomes.mjs';

// Jest has its results but something in it still runs: a leak worth seeing, not worth waiting for.
const LINGER_MS = 20_000;

/**
 * Of Node, for Jest and its workers. The channel to who starts them: they end with it, however that ends. Room for young
 * objects, of which tests make many: fewer collections copy them. Both cores are busy, so threads that help to collect garbage
 * take from tests; and V8 optimizes later, as most code of tests runs a few times.
 */
const JEST_FLAGS = [
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  '--interrupt-budget=300000',
  '--require',
  inRoot('scripts', 'lib', 'testing', 'threads-as-usual.cjs'),
  '--require',
  inRoot('scripts', 'lib', 'exit-with-parent.cjs'),
];

/**
 * Runs suites ([{ path, files }]) and returns { outcomes, problems }: the result of every test file, and failures
 * outside of them.
 */
export async function runJest({ name, suites, args = [], env, onChild = () => {} }) {
  if (suites.length === 0) return { outcomes: new Map(), problems: [] };
  const results = inRoot('test-output', `jest-${name}.json`);
  fs.mkdirSync(path.dirname(results), { recursive: true });
  fs.rmSync(results, { force: true });
  const command = [
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '-c',
    inRoot('jest.config.cjs'),
    '--json',
    `--outputFile=${results}`,
    ...args,
    '--runTestsByPath',
    ...suites.map((suite) => suite.path),
  ];
  const child = spawn(process.execPath, [...JEST_FLAGS, ...command], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const disown = child.pid ? ownProcess(child.pid) : () => {};
  onChild(child);
  const { code, lingered } = await untilEnd(child, results);
  disown();
  const { outcomes, problems } = outcomesOf(read(results), suites, code);
  if (lingered) problems.push(`Jest (${name}) had its results but did not end: a test leaves something running.`);
  return { outcomes, problems };
}

function untilEnd(child, results) {
  return new Promise((resolve) => {
    let lingered = false;
    let finishedAt;
    const watch = setInterval(() => {
      if (finishedAt === undefined && fs.existsSync(results)) finishedAt = Date.now();
      if (finishedAt !== undefined && Date.now() - finishedAt > LINGER_MS) {
        lingered = true;
        child.kill('SIGKILL');
      }
    }, 500);
    const end = (code) => {
      clearInterval(watch);
      resolve({ code, lingered });
    };
    child.once('error', () => end(1));
    child.once('exit', (code) => end(code ?? 1));
  });
}

function read(results) {
  try {
    return JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return undefined;
  }
}
