import { spawn } from 'node:child_process';

const GUARD = 'read -r word || kill -s "$1" -- "$2"';

/**
 * Ends a process that this one has started when this one disappears without saying so (SIGKILL, crash): a shell of about
 * 1 MB waits on a pipe that only we hold. Nothing on Windows.
 *
 * signal: what ends it. group: it leads a process group, which ends as a whole.
 * Returns a function to call when the process has ended or may stay.
 */
export function ownProcess(pid, { signal = 'KILL', group = false } = {}) {
  if (process.platform === 'win32') return () => {};
  const target = String(group ? -pid : pid);
  const shell = spawn('/bin/sh', ['-c', GUARD, 'drive-portal-guard', signal, target], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref?.();
  return () => shell.stdin.end('dismissed\n');
}
