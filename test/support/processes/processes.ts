import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import path from 'node:path';
import { randomFreePort } from '../../../scripts/lib/free-port.mjs';
import { ownProcess } from '../../../scripts/lib/own-process.mjs';

/**
 * As `spawn`, for every process that a test starts: it ends with this one, however this one ends, and so does everything
 * that it has started itself and that stayed in its process group.
 */
export const startProcess = ((program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess => {
  const child = spawn(program, args, { ...options, env: ofThisRun(options.env), detached: true });
  if (child.pid !== undefined) {
    const disown = ownProcess(child.pid, { group: true });
    child.once('exit', disown);
  }
  return child;
}) as typeof spawn;

/** The settings that a running process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

/**
 * For a process that a test stops (SIGSTOP): it continues when this one ends, and can notice that what started it is
 * gone.
 */
export function continueAfterUs(pid: number): void {
  if (stopped.has(pid)) return;
  stopped.add(pid);
  ownProcess(pid, { signal: 'CONT' });
}
const stopped = new Set<number>();

/**
 * A free port on loopback for a server that is started later, or started again: no outgoing connection is given it in
 * the meantime, as may happen to the port that `listen(0)` chose once its listener is gone.
 */
export const freePort = randomFreePort;

/** Resolves with the port once the server listens on loopback. `port`: 0 for any; @throws what the server emits as its error */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as { port: number }).port);
    });
  });
}

export type Ended = Readonly<Record<'out' | 'err', string>> & { readonly code: number | null };

/** All that a process prints, once it has ended. */
export function endOf(child: ChildProcess): Promise<Ended> {
  const text = { out: '', err: '' };
  child.stdout!.on('data', (chunk: Buffer) => void (text.out += String(chunk)));
  child.stderr!.on('data', (chunk: Buffer) => void (text.err += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...text })));
}

/** In NODE_OPTIONS, which child processes inherit. */
const SHORT_LIVED = `--require=${JSON.stringify(path.resolve('test/support/short-lived.cjs'))}`;

/** Variables of the run are added to a process's own environment as well. */
function ofThisRun(env = process.env): NodeJS.ProcessEnv {
  const { TMPDIR, PORTAL_TEST_RUN } = process.env;
  return {
    ...(TMPDIR && { TMPDIR }),
    ...(PORTAL_TEST_RUN && { PORTAL_TEST_RUN, NODE_OPTIONS: SHORT_LIVED }),
    ...env,
  };
}
