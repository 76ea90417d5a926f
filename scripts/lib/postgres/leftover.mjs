import fs from 'node:fs';
import path from 'node:path';

const STOPPED_MS = 60_000;

/**
 * Clears leftovers of a killed run in the data directory: a server that still runs is shut down the normal way (it writes
 * everything out), a pid file whose number belongs to nobody or to another program is removed. The caller holds the lock of
 * the data directory. A server that does not stop is left to PostgreSQL's own refusal.
 */
export async function clearLeftover(pgdata) {
  const pidFile = path.join(pgdata, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  for (
    const until = Date.now() + STOPPED_MS;
    isServerOf(pid, pgdata);
    await new Promise((done) => setTimeout(done, 50))
  ) {
    if (Date.now() > until) return;
    process.kill(pid, 'SIGINT');
  }
  fs.rmSync(pidFile, { force: true });
}

function isServerOf(pid, pgdata) {
  try {
    process.kill(pid, 0);
    // A server's working directory is its data directory; elsewhere than on Linux the number has to do.
    return process.platform !== 'linux' || fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(pgdata);
  } catch {
    return false;
  }
}
