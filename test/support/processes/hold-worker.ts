import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { until } from '../test-timeout.js';
import { continueAfterUs } from './processes.js';

/** Where Linux lists its connections, each line with the sent and the unread bytes, in hexadecimal. */
const CONNECTIONS = ['/proc/net/tcp', '/proc/net/tcp6'];
const UNREAD = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} (?!00000000:00000000)/gm;

/** Whether something is on its way to or from the server of this database. */
function isOnItsWay({ port }: Client): boolean {
  const server = port.toString(16).toUpperCase().padStart(4, '0');
  return CONNECTIONS.some((file) =>
    [...readFileSync(file, 'utf8').matchAll(UNREAD)].some((line) => line[1] === server || line[2] === server),
  );
}

/**
 * Stops the worker of a running portal between two of its transactions: none is left open that would hold a lock, and
 * nothing that it sent before is still carried out afterwards. Only without other users of this database.
 */
export async function holdWorker(db: Client, pid: number): Promise<void> {
  const inWork = async (): Promise<boolean> => {
    if (isOnItsWay(db)) return true;
    const { rows } = await db.query(
      `select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
         and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  };
  continueAfterUs(pid);
  await until(async () => {
    process.kill(pid, 'SIGSTOP');
    if (!(await inWork())) return true;
    process.kill(pid, 'SIGCONT');
    return false;
  });
}
