import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPoll, setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { Stopping } from './stopping.js';

/** The listener closes when no connection or request has arrived for this long. */
const QUIET_MS = 100;
/** And after this time in any case. */
const HOLD_MS = 500;
/** Grace period for requests that are running then. */
const CLOSE_MS = 4_000;
/**
 * Idle connections are closed only after this, so that clients with one use it instead of failing to open a new one.
 */
const UNUSED_MS = 1_000;
const POLL_MS = 20;

/** Time within which an api stops that drains for `drainMs`. */
export const stopLimitMs = (drainMs: number): number => drainMs + HOLD_MS + CLOSE_MS + 500;

/**
 * Stops an HTTP process without failed requests (decision 15): it is no longer ready and serves for another
 * `drainMs`, each response with `Connection: close`; then it stops listening and waits for running
 * requests. Returns within `stopLimitMs`.
 */
export async function stopHttpApp(app: INestApplication, drainMs: number): Promise<void> {
  const stopping = app.get(Stopping);
  const server = app.getHttpServer() as Server;
  stopping.begun = true;
  await pause(drainMs);
  const closed = await closeListener(server, stopping);
  if (!(await inTime(server, closed.all, Math.min(drainMs, UNUSED_MS)))) {
    app.get<Logger>(LOGGER).warn({ after_ms: CLOSE_MS }, 'requests that did not end in time are cut off');
    server.closeAllConnections();
  }
  await app.close();
}

/**
 * Stops listening. The system resets connections that were not accepted yet, so there must be none: requests that
 * arrive are delayed for a moment, until clients wait for us and no new ones connect.
 * @returns in `all` a promise that resolves when the last connection has ended
 */
async function closeListener(server: Server, stopping: Stopping): Promise<{ all: Promise<true> }> {
  let release = (): void => undefined;
  stopping.hold = new Promise((resolve) => (release = resolve));
  let lastAt = performance.now();
  const until = lastAt + HOLD_MS;
  const note = (): void => void (lastAt = performance.now());
  server.on('connection', note).on('request', note);
  while (performance.now() < Math.min(lastAt + QUIET_MS, until)) await pause(1);
  server.off('connection', note).off('request', note);
  await afterPoll();
  // The method of the HTTP server would also end connections that are momentarily idle.
  const all = new Promise<true>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
  stopping.hold = undefined;
  release();
  return { all };
}

/** Whether everything has `closed` in time; connections that are idle after `unusedMs` are closed. */
async function inTime(server: Server, closed: Promise<true>, unusedMs: number): Promise<boolean> {
  let over = false;
  void closed.then(() => (over = true));
  const until = performance.now() + CLOSE_MS;
  await Promise.race([closed, pause(unusedMs)]);
  for (; !over && performance.now() < until; await pause(POLL_MS)) server.closeIdleConnections();
  return over;
}
