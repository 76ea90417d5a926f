import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AppError, commonErrors } from '@portal/kernel';
import type { Config } from '../config/config.js';
import { toFailure } from '../http/answers/envelope.js';
import { standardHeadersOf } from '../http/answers/standard-headers.js';

const RETRY_SECONDS = '2';

export interface WaitingServer {
  /** Why no request can be served yet. */
  reason: string;
  close(): Promise<void>;
}

/**
 * Answers at the api's address while it waits for its database: alive, and not ready for the given reason.
 * @throws the error of listening
 */
export async function openWaitingServer(config: Config, reason: string): Promise<WaitingServer> {
  const waiting = { reason };
  const headers = {
    ...standardHeadersOf(config),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  const answer = ({ method, url = '' }: IncomingMessage, response: ServerResponse): void => {
    const id = randomUUID();
    const [path] = url.split('?');
    const isLive = path === '/api/health/live' && (method === 'GET' || method === 'HEAD');
    if (isLive) {
      const meta = { version: 'v1', generated_at: new Date().toISOString() };
      const data = { status: 'ok', uptime_s: Math.round(process.uptime()) };
      response.writeHead(200, { ...headers, 'x-request-id': id });
      response.end(JSON.stringify({ ok: true, data, meta }));
      return;
    }
    const details = [
      { pointer: '/database', code: 'unreachable', message: `database is not ready: ${waiting.reason}` },
    ];
    const refusal = new AppError(commonErrors.unavailable, path === '/api/health/ready' ? { details } : {});
    response.writeHead(refusal.status, { ...headers, 'x-request-id': id, 'retry-after': RETRY_SECONDS });
    response.end(JSON.stringify(toFailure(refusal, id)));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(config.port, config.host, () => resolve()),
  );
  return Object.assign(waiting, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
