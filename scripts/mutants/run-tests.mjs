import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const KEPT_CHARACTERS = 20_000;

/**
 * Runs test files of the checkout in `directory` by its own `npm test`. Returns { passed, failures, said }: `passed` when
 * all of them ran and none failed; `failures` lists { file, test } of those of their tests that failed, and nothing of a
 * file that could not be loaded, which proves nothing about what it tests; `said` is the last output.
 */
export async function runTests(directory, tests, signal) {
  const output = path.join(directory, 'test-output');
  fs.rmSync(output, { recursive: true, force: true });
  const { code, said } = await npmTest(directory, tests, signal);
  if (signal.aborted) return { passed: false, failures: [], said };
  const results = resultsIn(output);
  const failures = tests.flatMap((file) => (results[file]?.failures ?? []).map((test) => ({ file, test })));
  const ran = tests.every((file) => results[file]?.passed > 0 || results[file]?.failures.length > 0);
  return { passed: code === 0 && ran, failures: code === 0 ? [] : failures, said };
}

function npmTest(directory, tests, signal) {
  return new Promise((resolve) => {
    // The channel ends with this process, also by SIGKILL, and the tests with the channel.
    const preload = path.join(directory, 'scripts', 'lib', 'exit-with-parent.cjs');
    const child = spawn(
      process.execPath,
      ['--require', preload, path.join(directory, 'scripts', 'test.mjs'), '--once', ...tests],
      {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Its own process group: Ctrl-C reaches it once, from here, and it stops its own children in order.
        detached: process.platform !== 'win32',
      },
    );
    let said = '';
    const collect = (chunk) => (said = (said + chunk).slice(-KEPT_CHARACTERS));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const end = (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code, said: said.trim() });
    };
    child.once('error', (error) => end(error.message));
    // Jest does not wait for a worker that hangs, and a fault may make one hang.
    child.once('exit', () => endGroup(child.pid));
    child.once('close', (code) => end(code));
  });
}

function endGroup(pid) {
  try {
    if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody is left in it
  }
}

/** Result of each file, as npm test records it. */
function resultsIn(output) {
  const file = path.join(output, 'results.json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}
