import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';
import { commandLine, isAlive, waitUntilGone } from '../process-info.mjs';

/**
 * Clears leftovers of an earlier run in the data directory, so that a start always means a server of this run: a server
 * that outlived its run is shut down the normal way (it writes everything out), a pid file whose process is gone or is
 * by now another program is removed. The caller holds the lock of the data directory.
 */
export async function clearLeftover(pgdata) {
  const pidFile = path.join(pgdata, 'postmaster.pid');
  let pid;
  try {
    pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  } catch {
    return 'none';
  }
  if (!isServerOf(pid, pgdata)) {
    fs.rmSync(pidFile, { force: true });
    return 'stale';
  }
  process.kill(pid, 'SIGINT');
  if (await waitUntilGone(pid, 60_000)) return 'stopped';
  throw new Problem(
    'leftover_server',
    `A PostgreSQL of an earlier run (process ${pid}) does not stop.`,
    `End it and start again: kill -QUIT ${pid}`,
  );
}

function isServerOf(pid, pgdata) {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // A server's working directory is its data directory.
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(pgdata);
    } catch {
      return commandLine(pid).includes(pgdata);
    }
  }
  return commandLine(pid).includes(pgdata);
}
