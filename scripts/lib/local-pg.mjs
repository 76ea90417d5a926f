// A PostgreSQL for this checkout: real server, own data directory, reachable from this machine only.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomFreePort } from './free-port.mjs';
import { ownProcess } from './own-process.mjs';
import { canReach, ownedDirectory, serverAccount } from './postgres/account.mjs';
import { findBinaries, program } from './postgres/binaries.mjs';
import { initCluster } from './postgres/init-cluster.mjs';
import { clearLeftover } from './postgres/leftover.mjs';
import { DISK_FULL, Problem, fileProblem } from './problem.mjs';

// Never wal_level=minimal: a sequence that is made and first used in one transaction is not in the log then, goes back
// after a crash, and a queue that numbers its jobs by it silently drops new ones.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  wal_level: 'replica',
  log_min_messages: 'warning',
};
// For data that is thrown away anyway: the slow settings are only needed to survive a power failure.
const THROWAWAY = {
  // Advisory locks out of order are refused (db/platform/functions/take_lock.sql).
  'portal.check_lock_order': 'on',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_init_zero: 'off',
  wal_recycle: 'off',
  max_wal_size: '256MB',
  autovacuum_naptime: '10min',
  // Five portals at once, each with the pools of its processes.
  max_connections: '400',
  update_process_title: 'off',
};
/**
 * Of PostgreSQL 16 and later: hashing against stolen passwords costs each connection; these live for
 * minutes.
 */
const CHEAP_LOGIN = { scram_iterations: '1' };
/** Of glibc, for the same: freed memory of a statement stays with the process for the next one, a tenth of the CPU. */
const KEEP_MEMORY = {
  MALLOC_TOP_PAD_: '2097152',
  MALLOC_TRIM_THRESHOLD_: '67108864',
  MALLOC_MMAP_THRESHOLD_: '67108864',
};

/**
 * Starts the server of a data directory and makes sure that `database` exists.
 *
 * dataDir: a directory for it (made when missing; the cluster of major version N lies in `pgN` below).
 * port: the one to take (default: a free one). throwaway: true gives up durability for speed (tests). settings: of the
 * server, instead of ours.
 * Returns { url, port, pid, source, major, dataDir, exited, stop }: `exited` settles with a text when the server ends
 * by itself, `stop()` shuts it down after ending its connections and resolves when it is gone. The server also ends
 * when this process is killed. Throws Problem: no_postgres, no_account, not_writable, disk_full, cannot_start...
 * The caller makes sure that no second process uses the same directory (lock-file.mjs).
 * @param {{ dataDir: string, database?: string, throwaway?: boolean, settings?: object, port?: number, log?: (text: string) => void }} about
 */
export async function startLocalPg({
  dataDir,
  database = 'portal',
  throwaway = false,
  settings = {},
  port: wanted,
  log = () => {},
}) {
  const account = serverAccount();
  const binaries = findBinaries(account);
  const base = prepareBase(path.resolve(dataDir), account, log);
  const pgdata = path.join(base, `pg${binaries.major}`);
  const passwordFile = path.join(base, `pg${binaries.major}.password`);
  const options = {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: base,
    env: {
      PATH: process.env.PATH ?? '',
      LC_ALL: 'C',
      TZ: 'UTC',
      PGTZ: 'UTC',
      ...(throwaway && KEEP_MEMORY),
      ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
    },
  };

  if (fs.existsSync(pgdata)) await clearLeftover(pgdata);
  else await initCluster({ binaries, account, base, pgdata, passwordFile, options, sync: !throwaway });
  const password = readPassword(passwordFile, pgdata);

  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await randomFreePort());
    const server = launch({ binaries, pgdata, port, options, account, throwaway, given: settings });
    const url = `postgres://portal:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    const refusal = await Promise.race([server.exited, untilReady(url, database, server)]);
    if (refusal === undefined) {
      return {
        url,
        port,
        pid: server.pid,
        source: binaries.source,
        major: binaries.major,
        dataDir: base,
        exited: server.exited,
        stop: server.stop,
      };
    }
    await server.stop();
    if (attempt < 5 && !wanted && /could not bind|Address already in use/i.test(refusal)) continue;
    throw startProblem(pgdata, refusal);
  }
}

function prepareBase(wanted, account, log) {
  try {
    fs.mkdirSync(path.dirname(wanted), { recursive: true });
    ownedDirectory(account, wanted);
    if (canReach(account, wanted)) return wanted;
    // The server's account cannot get into a home directory that only root may enter, whoever owns what is inside.
    const name = crypto.createHash('sha256').update(fs.realpathSync(wanted)).digest('hex').slice(0, 16);
    const outside = path.join(fs.existsSync('/var/lib') ? '/var/lib' : os.tmpdir(), `drive-portal-${name}`);
    ownedDirectory(account, outside);
    if (!canReach(account, outside))
      throw new Problem(
        'not_reachable',
        `The account ${account.name} cannot reach ${outside}.`,
        'Set DATA_DIR to a directory that it can reach, or set DATABASE_URL.',
      );
    log(`PostgreSQL keeps its files in ${outside}: the account ${account.name} cannot enter ${wanted}`);
    return outside;
  } catch (error) {
    throw fileProblem(error, wanted);
  }
}

function readPassword(file, pgdata) {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    throw new Problem(
      'password_missing',
      `${file} is missing; without it the data in ${pgdata} cannot be opened.`,
      'Put the file back, or move the data directory aside to start with an empty one.',
    );
  }
}

function launch({ binaries, pgdata, port, options, account, throwaway, given }) {
  const settings = {
    ...SETTINGS,
    ...(throwaway && THROWAWAY),
    ...(throwaway && binaries.major >= 16 && CHEAP_LOGIN),
    ...given,
    port: String(port),
  };
  const logFile = path.join(path.dirname(pgdata), 'server.log');
  fs.rmSync(logFile, { force: true });
  const output = fs.openSync(logFile, 'a', 0o600);
  if (account) fs.fchownSync(output, account.uid, account.gid);
  const args = ['-D', pgdata, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  // Its own process group: Ctrl-C in the terminal must not reach it before api and worker have finished their work.
  const child = spawn(program(binaries, 'postgres'), args, {
    ...options,
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  fs.closeSync(output);
  const disown = child.pid ? ownProcess(child.pid, { signal: 'INT' }) : () => {};
  let stopping = false;
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      disown();
      resolve(stopping ? 'stopped' : `PostgreSQL ended (${signal ?? `code ${code}`}):\n${lastLines(logFile)}`);
    });
  });
  const stop = async () => {
    stopping = true;
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
    if (process.platform === 'win32')
      spawnSync(program(binaries, 'pg_ctl'), ['-D', pgdata, '-m', 'fast', '-w', 'stop'], options);
    else child.kill('SIGINT');
    await exited;
  };
  return { pid: child.pid, exited, stop };
}

/** Resolves with undefined once `database` exists and answers, or with the reason why it never will. */
async function untilReady(url, database, server) {
  const { default: pg } = await import('pg');
  const admin = new URL(url);
  admin.pathname = '/postgres';
  let over = false;
  void server.exited.then(() => (over = true));
  const until = Date.now() + 60_000;
  for (let problem = ''; !over;) {
    const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
      return undefined;
    } catch (error) {
      problem = error.message;
      if (error.code === '28P01') return `The password file does not fit the data: ${problem}`;
      if (error.code === '53100') return problem;
      if (Date.now() > until) return `PostgreSQL does not answer: ${problem}`;
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client.end().catch(() => {});
    }
  }
  return server.exited;
}

function startProblem(pgdata, reason) {
  if (DISK_FULL.test(reason)) return fileProblem({ code: 'ENOSPC' }, pgdata);
  return new Problem(
    'cannot_start',
    `PostgreSQL cannot start on ${pgdata}.\n${reason}`,
    'Nothing has been deleted. To go on with an empty database, move that directory aside; to use another server, set DATABASE_URL.',
  );
}

function lastLines(file, count = 15) {
  try {
    return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
