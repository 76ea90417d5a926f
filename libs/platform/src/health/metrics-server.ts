import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Secret } from '@portal/kernel';
import { collectDefaultMetrics, register, type Registry } from 'prom-client';

/**
 * How often the delay of the event loop is measured, ms, which is also the smallest value of the metric. At the default
 * of 10 an idle api woke up 100 times a second for it, which was most of what it used.
 */
const EVENT_LOOP_MEASURED_EVERY_MS = 100;

/**
 * Serves Prometheus metrics of this process and `gauges` on a port of their own. With a token, readers must send it as
 * a bearer token. Returns the port and a function to stop.
 */
export async function startMetricsServer(
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: Secret | undefined },
  gauges: readonly { addTo(register: Registry): void }[] = [],
): Promise<{ port: number; close(): Promise<void> }> {
  collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_MEASURED_EVERY_MS });
  for (const gauge of gauges) gauge.addTo(register);
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (token && !isToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Compares digests, which takes constant time. */
function isToken(authorization: string | undefined, token: Secret): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token.reveal()}`));
}
