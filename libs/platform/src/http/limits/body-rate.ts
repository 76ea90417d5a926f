import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import { callerKey } from './caller-key.js';

const WINDOW_SECONDS = 10;
/** Delay of a refusal, ms. Without it a few connections could send several thousand requests per second. */
const HOLD_MS = 1_000;
/** Without a body they are not counted. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits changes, and whatever else has a body, per caller and second, averaged over ten seconds, before the first byte
 * is read. Each process counts on its own, because a shared store would cost more than it saves. Reads have a budget of
 * their own (read-share.ts).
 */
export function registerBodyRate(fastify: FastifyInstance, perSecond: number): void {
  let counts = new Map<string, number>();
  let endsAt = -Infinity;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
    if (!hasBody && READS.has(request.method)) return done();
    const at = performance.now();
    if (at >= endsAt) {
      // One window for all callers, so nothing is stored for callers who went away.
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
