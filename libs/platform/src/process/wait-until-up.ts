import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ConfigError } from '../config/variables.js';

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

/**
 * Waits until PostgreSQL answers at `url`.
 * @throws ConfigError when it refuses the login, NotUp when it does not answer in time or fails otherwise
 */
export function waitForPostgres(url: string, options: WaitOptions): Promise<void> {
  const attempt = async (): Promise<void> => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
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
  { forMs, onWaiting }: WaitOptions,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    let reason: string;
    try {
      return await attempt();
    } catch (error) {
      reason = reasonOf(error);
    }
    if (LOGIN_REFUSED.test(reason)) throw new ConfigError([`${setting}: ${server} refuses the login (${reason})`]);
    if (!NOT_THERE.has(reason)) throw new NotUp(`${server} cannot be used: ${reason}`);
    const waitedMs = Math.round(performance.now() - started);
    if (waitedMs + EVERY_MS > forMs)
      throw new NotUp(`${server} does not answer (${reason}), after ${Math.round(waitedMs / 1_000)} s of waiting`);
    await onWaiting({ server, reason, waitedMs });
    await pause(EVERY_MS);
  }
}

function reasonOf(error: unknown): string {
  const { code, errors, message = '' } = error as { code?: string; errors?: unknown[]; message?: string };
  // A name with several addresses, none of which answers.
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  if (code !== undefined) return code;
  if (/timeout|timed out|terminated|is closed/i.test(message)) return 'no_answer';
  return /^[A-Z]{5,12}(?= )/.exec(message)?.[0] ?? message;
}
