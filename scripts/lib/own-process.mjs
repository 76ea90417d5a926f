import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startMark } from './process-info.mjs';

const GUARD = 'read -r word || kill -s "$1" -- "$2"';

/**
 * Ends a process that this one has started when this one disappears without saying so (SIGKILL, crash): a shell of about
 * 1 MB waits on a pipe that only we hold. Nothing on Windows, where the next start clears up. In a run of tests the
 * process is also written down, so that the next run can end it and name it (test-leftovers.mjs).
 *
 * what: its name for a person. signal: what ends it. group: it leads a process group, which ends as a whole.
 * Returns a function to call when the process has ended or may stay.
 */
export function ownProcess(pid, { what, signal = 'KILL', group = false }) {
  const strike = guard(group ? -pid : pid, signal);
  const record = recordFile(pid);
  if (record) fs.writeFileSync(record, JSON.stringify({ pid, mark: startMark(pid), what, signal, group }));
  return () => {
    strike();
    if (record) fs.rmSync(record, { force: true });
  };
}

function guard(target, signal) {
  if (process.platform === 'win32') return () => {};
  const shell = spawn('/bin/sh', ['-c', GUARD, 'drive-portal-guard', signal, String(target)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref?.();
  return () => shell.stdin.end('dismissed\n');
}

function recordFile(pid) {
  const run = process.env.PORTAL_TEST_RUN;
  const directory = run && path.join(run, 'processes');
  return directory && fs.existsSync(directory) ? path.join(directory, String(pid)) : undefined;
}
