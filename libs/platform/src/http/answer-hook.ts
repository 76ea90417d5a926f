import type { Clock } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import type { PortalRequest } from '../access/access.js';
import { isRaw, type SuccessEnvelope } from './envelope.js';
import type { IdempotencyKeys } from './idempotency-keys.js';

/**
 * Wraps what controllers return as the contract wants every answer wrapped, and keeps the answer of a request that took
 * an idempotency key before it is sent. A Fastify hook and not an interceptor: an interceptor costs every request more
 * than all the rest of the way through the framework (`npm run bench -- http`).
 */
export function registerAnswerHook(fastify: FastifyInstance, clock: Clock, keys: IdempotencyKeys): void {
  fastify.addHook('preSerialization', (request: PortalRequest, reply, data: unknown, done) => {
    const refused = reply.statusCode >= 400;
    const answer = refused || isRaw(request) ? data : wrap(data, clock);
    const taken = request.idempotency;
    if (!taken) {
      done(null, answer);
      return;
    }
    // Once only: when this fails, the refusal that follows passes here again.
    delete request.idempotency;
    const settled = refused ? keys.release(taken).catch(() => undefined) : keys.keep(taken, reply.statusCode, data);
    settled.then(
      () => done(null, answer),
      (error: unknown) => done(error as Error),
    );
  });
}

function wrap(data: unknown, clock: Clock): SuccessEnvelope {
  return { ok: true, data, meta: { version: 'v1', generated_at: clock.wallNow().toISOString() } };
}
