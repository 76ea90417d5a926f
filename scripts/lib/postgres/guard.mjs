import { spawn } from 'node:child_process';

/**
 * Shuts the server down when this process disappears without saying so (SIGKILL, crash): a shell of about 1 MB waits on
 * a pipe that only we hold. Returns a function that dismisses it. Nothing on Windows, where the next start clears up.
 */
export function guard(serverPid) {
  if (process.platform === 'win32') return () => {};
  const shell = spawn(
    '/bin/sh',
    ['-c', 'read -r word || kill -INT "$1"', 'drive-portal-postgres-guard', String(serverPid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  );
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref?.();
  return () => shell.stdin.end('dismissed\n');
}
