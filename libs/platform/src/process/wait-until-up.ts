import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/variables.js';
import { QuietClient } from '../database/connection/quiet-client.js';

type Server = 'PostgreSQL' | 'Redis';

/** Description of a failed attempt. */
export interface Waiting {
  readonly server: Server;
  /** Error code of the system or server, such as ECONNREFUSED; without the address. */
  readonly reason: string;
  readonly waitedMs: number;
}

export interface WaitOptions {
  /** Maximum wait from the first attempt. */
  readonly forMs: number;
  readonly onWaiting: (waiting: Waiting) => void | Promise<void>;
}

/** Waits as a process does that starts, and logs each failed attempt. */
export const atStart = ({ startWaitMs }: Pick<Config, 'startWaitMs'>, log: Logger): WaitOptions => ({
  forMs: startWaitMs,
  onWaiting: ({ server, reason, waitedMs }) =>
    log.warn({ server, reason, waited_ms: waitedMs }, `${server} does not answer yet, trying again`),
});

const EVERY_MS = 1_000;
const CONNECT_MS = 5_000;

/** Errors of a server that is not up yet; others do not go away by waiting. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'no_answer',
  // PostgreSQL: starting or stopping, too many connections, database not made yet.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '3D000',
  // Redis: reading its data, a replica without its master.
  'LOADING',
  'MASTERDOWN',
]);
/** Login errors of PostgreSQL and Redis. */
const LOGIN_REFUSED = /^(28\w{3}|NOAUTH|WRONGPASS|NOPERM)$/;

/** The server did not come up, or refuses to serve us. The message is complete. */
export class NotUp extends Error {
  override readonly name = 'NotUp';
}

/** The oldest PostgreSQL on which the product is tested, that of Debian 12. */
const OLDEST = 15;

/**
 * Waits until PostgreSQL answers at `url`.
 * @throws ConfigError when it refuses the login, NotUp when it does not answer in time, is too old or fails otherwise
 */
export function waitForPostgres(url: string, options: WaitOptions): Promise<void> {
  const attempt = async (): Promise<void> => {
    const client = new QuietClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      const version = rows[0]!.server_version;
      if (parseInt(version) < OLDEST)
        throw new NotUp(`PostgreSQL ${version} is too old: version ${OLDEST} or newer is needed.`);
    } finally {
      void client.end().catch(() => undefined);
    }
  };
  return waitUntilUp('PostgreSQL', 'DATABASE_URL', attempt, options);
}

/**
 * Waits until Redis answers at `url`.
 * @throws as `waitForPostgres`
 */
export async function waitForRedis(url: string, options: WaitOptions): Promise<void> {
  const { Redis } = await import('ioredis');
  const attempt = async (): Promise<void> => {
    const redis = new Redis(url, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      connectTimeout: CONNECT_MS,
      commandTimeout: CONNECT_MS,
    });
    // The rejection of `connect` says only that the connection is closed.
    let cause: Error | undefined;
    redis.on('error', (error: Error) => (cause ??= error));
    try {
      await redis.connect();
      await redis.ping();
    } catch (error) {
      throw cause ?? error;
    } finally {
      redis.disconnect();
    }
  };
  return waitUntilUp('Redis', 'REDIS_URL', attempt, options);
}

async function waitUntilUp(
  server: Server,
  setting: string,
  attempt: () => Promise<void>,
  options: WaitOptions,
): Promise<void> {
  try {
    await whileAway(server, attempt, options);
  } catch (error) {
    if (error instanceof NotUp) throw error;
    const reason = reasonOf(error);
    if (LOGIN_REFUSED.test(reason)) throw new ConfigError([`${setting}: ${server} refuses the login (${reason})`]);
    throw new NotUp(`${server} cannot be used: ${reason}`);
  }
}

/**
 * Repeats `attempt` while `server` is away, because it may go away again during a start.
 * @throws NotUp when it does not answer in time; every other error of `attempt`
 */
export async function whileAway<T>(
  server: Server,
  attempt: () => Promise<T>,
  { forMs, onWaiting }: WaitOptions,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    let reason: string;
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error)) throw error;
      reason = reasonOf(error);
    }
    const waitedMs = Math.round(performance.now() - started);
    if (waitedMs + EVERY_MS > forMs)
      throw new NotUp(`${server} does not answer (${reason}), after ${Math.round(waitedMs / 1_000)} s of waiting`);
    await onWaiting({ server, reason, waitedMs });
    await pause(EVERY_MS);
  }
}

/** Whether `error` is that of a server that is not there, or is going away. */
export function isAway(error: unknown): boolean {
  return NOT_THERE.has(reasonOf(error));
}

function reasonOf(error: unknown): string {
  const { code, errors, message = '' } = error as { code?: string; errors?: unknown[]; message?: string };
  // A name with several addresses, none of which answers.
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  if (code !== undefined) return code;
  if (/timeout|timed out|terminat|is closed|connection error|not queryable/i.test(message)) return 'no_answer';
  return /^[A-Z]{5,12}(?= )/.exec(message)?.[0] ?? message;
}
