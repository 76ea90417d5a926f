import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accepts, randomFreePort } from './free-port.mjs';
import { ownProcess } from './own-process.mjs';

/**
 * A Redis for the tests, when redis-server is on the PATH. Returns { url, restart, stop }, or { missing } with the reason.
 * `restart()` starts it empty on its port.
 */
export async function testRedis({ port: wanted } = {}) {
  const file = onPath('redis-server');
  if (!file) return { missing: 'no redis-server on the PATH' };
  const port = wanted ?? (await randomFreePort());
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
  let now = { stop };
  const restart = async () => {
    await now.stop();
    now = await testRedis({ port });
  };
  return { url: `redis://127.0.0.1:${port}`, source: file, restart, stop: () => now.stop() };
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
