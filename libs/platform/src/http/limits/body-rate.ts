import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import { callerKey } from './caller-key.js';

const WINDOW_SECONDS = 10;
/** Refusing at once would let a few connections ask several thousand times a second. */
const HOLD_MS = 1_000;

/**
 * Refuses a caller's bodies beyond so many a second, taken over ten seconds, before the first byte is read. Each process
 * counts by itself: asking a store would cost more than what is kept away. Requests without a body are not counted.
 */
export function registerBodyRate(fastify: FastifyInstance, perSecond: number): void {
  let counts = new Map<string, number>();
  let endsAt = -Infinity;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done();
    const at = performance.now();
    if (at >= endsAt) {
      // Everybody's ten seconds end at once, so nothing has to be kept of callers who went away.
      counts = new Map();
      endsAt = at + WINDOW_SECONDS * 1_000;
    }
    const caller = callerKey(request.ip);
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    if (count <= perSecond * WINDOW_SECONDS) return done();
    setTimeout(() => done(new AppError(commonErrors.too_many_requests, { retryAfterMs: endsAt - at })), HOLD_MS);
  });
}
