import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPoll, setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { LiveFeed } from '../events/live-feed.js';
import { LOGGER } from '../logging/logger.js';
import { Stopping } from './stopping.js';

/** The listener closes when no connection or request has come for so long. */
const QUIET_MS = 100;
/** And after this time in any case. */
const HOLD_MS = 500;
/** Requests that run then may go on for so long. */
const CLOSE_MS = 4_000;
/** Connections that nobody uses end only then: whoever still has one uses it rather than ask in vain for a new one. */
const UNUSED_MS = 1_000;
const POLL_MS = 20;

/** Within this time an api has ended that drains for `drainMs`. */
export const stopLimitMs = (drainMs: number): number => drainMs + HOLD_MS + CLOSE_MS + 500;

/**
 * Takes an HTTP process out of service without a failed request (decision 0039): it is not ready any more and goes on
 * serving for `drainMs`, each answer with `Connection: close`; then it listens no more, ends its event streams, and waits for
 * what still runs. Comes back within `stopLimitMs`.
 */
export async function stopHttpApp(app: INestApplication, drainMs: number): Promise<void> {
  const stopping = app.get(Stopping);
  const server = app.getHttpServer() as Server;
  stopping.begun = true;
  await pause(drainMs);
  const closed = await closeListener(server, stopping);
  app.get(LiveFeed).end();
  if (!(await inTime(server, closed.all, Math.min(drainMs, UNUSED_MS)))) {
    app.get<Logger>(LOGGER).warn({ after_ms: CLOSE_MS }, 'requests that did not end in time are cut off');
    server.closeAllConnections();
  }
  await app.close();
}

/**
 * Listens no more. The system resets the connections that nobody has accepted yet, so there have to be none: what arrives
 * is held for a moment, until whoever asks waits for us and nobody connects any more.
 * @returns in `all` what resolves when the last connection has ended
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
  // That of HTTP would also end the connections that are not in use at this moment.
  const all = new Promise<true>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
  stopping.hold = undefined;
  release();
  return { all };
}

/** Whether everything has `closed` in time; connections that are not in use after `unusedMs` are closed. */
async function inTime(server: Server, closed: Promise<true>, unusedMs: number): Promise<boolean> {
  let over = false;
  void closed.then(() => (over = true));
  const until = performance.now() + CLOSE_MS;
  await Promise.race([closed, pause(unusedMs)]);
  for (; !over && performance.now() < until; await pause(POLL_MS)) server.closeIdleConnections();
  return over;
}
