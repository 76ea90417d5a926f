import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

// Jest has its results but something in it still runs: a leak worth seeing, not worth waiting for.
const LINGER_MS = 20_000;

/**
 * Runs Jest and reads its results. Returns { passed, failed, skipped, skippedNames, problems, seconds }; a test file that
 * cannot be run, or a Jest that ends without results, counts as one failed test.
 */
export async function runJest({ name, args, env, onChild = () => {} }) {
  const results = inRoot('test-output', `jest-${name}.json`);
  fs.mkdirSync(path.dirname(results), { recursive: true });
  fs.rmSync(results, { force: true });
  const command = [
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '-c',
    inRoot('jest.config.cjs'),
    '--passWithNoTests',
    '--json',
    `--outputFile=${results}`,
    ...args,
  ];
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  onChild(child);
  const { code, lingered } = await untilEnd(child, results);
  const counts = count(results, code);
  if (lingered)
    counts.problems.push(`Jest (${name}) had its results but did not end: a test leaves something running.`);
  return { ...counts, seconds: (performance.now() - startedAt) / 1000 };
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

function count(results, code) {
  const problems = [];
  let report;
  try {
    report = JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      skippedNames: [],
      problems: [`Jest ended (code ${code}) without results.`],
    };
  }
  const skippedNames = [];
  let failed = report.numFailedTests;
  for (const file of report.testResults) {
    const where = path.relative(root, file.name);
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      failed += 1;
      problems.push(`${where} could not be run.`);
    }
    for (const { status, fullName } of file.assertionResults)
      if (status === 'pending' || status === 'todo' || status === 'disabled')
        skippedNames.push(`${fullName} (${where})`);
  }
  if (failed === 0 && !report.success) {
    failed += 1;
    problems.push('Jest reports a failure outside of any test.');
  }
  return { passed: report.numPassedTests, failed, skipped: skippedNames.length, skippedNames, problems };
}
