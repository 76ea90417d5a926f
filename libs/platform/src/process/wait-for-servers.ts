import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { waitForPostgres, waitForRedis, type WaitOptions, type Waiting } from './wait-until-up.js';
import { openWaitingServer, type WaitingServer } from './waiting-server.js';

/** Logs each failed attempt. */
const toLog = (config: Config, log: Logger): WaitOptions => ({
  forMs: config.startWaitMs,
  onWaiting: ({ server, reason, waitedMs }) =>
    log.warn({ server, reason, waited_ms: waitedMs }, `${server} does not answer yet, trying again`),
});

/**
 * Waits for the servers that a worker needs: PostgreSQL, and Redis if its queue is there.
 * @throws ConfigError, NotUp
 */
export async function waitForServers(config: Config, log: Logger): Promise<void> {
  await waitForPostgres(config.databaseUrl, toLog(config, log));
  if (config.redisUrl !== undefined) await waitForRedis(config.redisUrl, toLog(config, log));
}

/**
 * Waits for PostgreSQL, the only server that an api needs. Meanwhile the api answers that it is alive and not ready,
 * with the reason.
 * @throws ConfigError, NotUp, or the error of listening
 */
export async function waitForDatabase(config: Config, log: Logger): Promise<void> {
  const { forMs, onWaiting: report } = toLog(config, log);
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
