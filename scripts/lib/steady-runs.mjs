import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownProcess } from './own-process.mjs';
import { inRoot, root } from './root.mjs';
import { JEST_FLAGS } from './testing/jest-run.mjs';

/** Folder for the output of Jest in failed runs. */
export const OUTPUT = inRoot('test-output', 'steady');
const BUSY = 'for (;;);';

/** As many busy processes as there are cores; they end with this one. Returns a function that ends them earlier. */
export function keepBusy() {
  const ends = Array.from({ length: os.availableParallelism() }, () => {
    const child = spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' });
    const disown = ownProcess(child.pid, { what: 'load of test:steady' });
    return () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
        disown();
      });
  });
  return () => Promise.all(ends.map((end) => end()));
}

/**
 * The n-th run of Jest on the files that fit the words. Returns { n, seconds, tests, broken: [{ test, reason }] }; the
 * output of one that broke is kept.
 */
export async function play({ n, words, env, onChild = () => {} }) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-steady-'));
  const results = path.join(directory, 'results.json');
  const log = path.join(directory, 'output.txt');
  const output = fs.openSync(log, 'w');
  const startedAt = performance.now();
  const args = [...JEST_FLAGS, inRoot('node_modules', 'jest', 'bin', 'jest.js')];
  const ofJest = [
    '-c',
    inRoot('jest.config.cjs'),
    '--passWithNoTests',
    '--maxWorkers=2',
    '--json',
    `--outputFile=${results}`,
  ];
  const jest = spawn(process.execPath, [...args, ...ofJest, '--', ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', output, 'ipc'],
  });
  const disown = jest.pid ? ownProcess(jest.pid, { what: 'Jest' }) : () => {};
  onChild(jest);
  const ended = await new Promise((resolve) => {
    jest.once('error', (error) => resolve(error.message));
    jest.once('exit', (code, signal) => resolve(signal ?? code));
  });
  disown();
  fs.closeSync(output);
  const seconds = (performance.now() - startedAt) / 1000;
  const { tests, broken } = read(results, ended);
  if (broken.length > 0) {
    fs.mkdirSync(OUTPUT, { recursive: true });
    fs.copyFileSync(log, path.join(OUTPUT, `${n}.txt`));
  }
  fs.rmSync(directory, { recursive: true, force: true });
  return { n, seconds, tests, broken };
}

function read(results, ended) {
  let report;
  try {
    report = JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return { tests: 0, broken: [{ test: 'Jest', reason: `ended (${ended}) without results` }] };
  }
  const broken = [];
  for (const file of report.testResults) {
    const where = path.relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      broken.push({ test: `${where}: ${fullName}`, reason: firstLine(failureMessages.join('\n')) });
    if (file.status === 'failed' && failed.length === 0)
      broken.push({ test: `${where} could not be run`, reason: firstLine(file.message) });
  }
  if (broken.length === 0 && !report.success)
    broken.push({ test: 'Jest', reason: 'reports a failure outside of any test' });
  return { tests: report.numPassedTests + report.numFailedTests, broken };
}

const firstLine = (text) =>
  // eslint-disable-next-line no-control-regex
  (
    text
      .replaceAll(/\u001b\[\d+m/g, '')
      .split('\n')
      .find((one) => one.trim() !== '') ?? ''
  )
    .trim()
    .slice(0, 200);

/** The report of one run. */
export function lineOf({ n, seconds, tests, broken }, times) {
  const place = `${String(n).padStart(String(times).length)}/${times}`;
  const head = `${place}  ${broken.length === 0 ? 'passed' : 'BROKE '}  ${seconds.toFixed(1)} s  ${tests} tests`;
  return [head, ...broken.map(({ test, reason }) => `       ${test}\n         ${reason}`)].join('\n');
}

/** The report of all of them: failures by test, the frequent ones first. */
export function summaryOf(runs) {
  if (runs.length === 0) return 'No run was finished.';
  const broke = runs.filter(({ broken }) => broken.length > 0);
  const seconds = runs.map((run) => run.seconds);
  const lines = [
    `${runs.length} runs, ${broke.length} broke; fastest ${Math.min(...seconds).toFixed(1)} s, slowest ${Math.max(...seconds).toFixed(1)} s`,
  ];
  const byTest = new Map();
  for (const { n, broken } of broke)
    for (const { test, reason } of broken) {
      const group = byTest.get(test) ?? { in: new Set(), reasons: new Set() };
      group.in.add(n);
      group.reasons.add(reason);
      byTest.set(test, group);
    }
  for (const [test, group] of [...byTest].sort(([, a], [, b]) => b.in.size - a.in.size))
    lines.push(
      `  ${group.in.size} of ${runs.length}: ${test}`,
      ...[...group.reasons].map((reason) => `      ${reason}`),
    );
  if (broke.length > 0) lines.push(`What Jest said then: ${path.relative(root, OUTPUT)}${path.sep}`);
  return lines.join('\n');
}
