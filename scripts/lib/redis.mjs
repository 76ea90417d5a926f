import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accepts, randomFreePort } from './free-port.mjs';
import { ownProcess } from './own-process.mjs';
import { Problem } from './problem.mjs';

/**
 * A Redis for the tests: on the server of REDIS_URL an empty logical database, else a redis-server of our own when one
 * is on the PATH. Returns { url, stop }, or { missing } with the reason.
 */
export async function testRedis() {
  if (process.env.REDIS_URL) return onGivenServer(process.env.REDIS_URL);
  const file = onPath('redis-server');
  if (!file) return { missing: 'no Redis found: neither REDIS_URL nor redis-server on the PATH' };
  const port = await randomFreePort();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-test-redis-'));
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dataDir,
    '--maxmemory-policy',
    'noeviction',
  ];
  const child = spawn(file, args, { stdio: 'ignore', detached: true });
  const disown = child.pid ? ownProcess(child.pid) : () => {};
  let ended;
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve((ended = error.message)));
    child.once('exit', (code, signal) => resolve((ended = signal ?? `code ${code}`)));
  });
  const stop = async () => {
    disown();
    if (ended === undefined) child.kill('SIGTERM');
    await exited;
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  for (const until = Date.now() + 60_000; !(await accepts(port));) {
    if (ended !== undefined || Date.now() > until) {
      await stop();
      return { missing: `${file} does not start (${ended ?? 'no answer'})` };
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return { url: `redis://127.0.0.1:${port}`, source: file, stop };
}

async function onGivenServer(given) {
  const { default: Redis } = await import('ioredis');
  const connect = async (url) => {
    const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  try {
    for (let database = 1; database < 16; database += 1) {
      const url = new URL(given);
      url.pathname = `/${database}`;
      const client = await connect(url.href);
      const isEmpty = (await client.dbsize()) === 0;
      client.disconnect();
      if (!isEmpty) continue;
      const stop = async () => {
        const last = await connect(url.href);
        await last.flushdb();
        last.disconnect();
      };
      return { url: url.href, source: 'REDIS_URL', stop };
    }
  } catch (error) {
    throw new Problem(
      'redis_url',
      `The server of REDIS_URL cannot be used for the tests: ${error.message}`,
      'Unset REDIS_URL to use one of our own, or none.',
    );
  }
  throw new Problem(
    'redis_url',
    'The server of REDIS_URL has no empty logical database between 1 and 15 for the tests.',
    'Empty one of them, or unset REDIS_URL.',
  );
}

/** The full path of a program on the PATH, or undefined. */
export function onPath(name) {
  for (const directory of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(directory, name);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // not here
    }
  }
  return undefined;
}

/** True when the program runs at all with these arguments. */
function runs(file, args, timeoutMs = 20_000) {
  try {
    execFileSync(file, args, { stdio: 'ignore', timeout: timeoutMs });
    return true;
  } catch {
    return false;
  }
}
