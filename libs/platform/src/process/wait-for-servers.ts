import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { atStart, waitForPostgres, waitForRedis, type Waiting } from './wait-until-up.js';
import { openWaitingServer, type WaitingServer } from './waiting-server.js';

/**
 * Waits for the servers that a worker needs: PostgreSQL, and Redis if its queue is there.
 * @throws ConfigError, NotUp
 */
export async function waitForServers(config: Config, log: Logger): Promise<void> {
  await waitForPostgres(config.databaseUrl, atStart(config, log));
  if (config.redisUrl !== undefined) await waitForRedis(config.redisUrl, atStart(config, log));
}

/**
 * Waits for PostgreSQL, the only server that an api needs. Meanwhile the api answers that it is alive and not ready,
 * with the reason.
 * @throws ConfigError, NotUp, or the error of listening
 */
export async function waitForDatabase(config: Config, log: Logger): Promise<void> {
  const { forMs, onWaiting: report } = atStart(config, log);
  let server: WaitingServer | undefined;
  const onWaiting = async (waiting: Waiting): Promise<void> => {
    await report(waiting);
    if (server) server.reason = waiting.reason;
    else server = await openWaitingServer(config, waiting.reason);
  };
  try {
    await waitForPostgres(config.databaseUrl, { forMs, onWaiting });
  } finally {
    await server?.close();
  }
}
