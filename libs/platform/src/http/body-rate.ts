import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import { callerKey } from './caller-key.js';

const WINDOW_MS = 60_000;

/**
 * Refuses a caller's bodies beyond so many a minute before the first byte is read. Each process counts by itself: asking a
 * store would cost more than what is kept away. Requests without a body are not counted.
 */
export function registerBodyRate(fastify: FastifyInstance, perMinute: number, now = () => performance.now()): void {
  let counts = new Map<string, number>();
  let endsAt = -Infinity;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done();
    const at = now();
    if (at >= endsAt) {
      // Everybody's minute ends at once, so nothing has to be kept of callers who went away.
      counts = new Map();
      endsAt = at + WINDOW_MS;
    }
    const caller = callerKey(request.ip);
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    if (count <= perMinute) return done();
    done(new AppError(commonErrors.too_many_requests, { retryAfterMs: endsAt - at }));
  });
}
