import type { Clock } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import type { PortalRequest } from '../access/access.js';
import { isRaw, type SuccessEnvelope } from './envelope.js';

/**
 * Wraps what controllers return as the contract wants every answer wrapped, and keeps the answer of a request that took
 * an idempotency key before it is sent. A Fastify hook and not an interceptor: an interceptor costs every request more
 * than all the rest of the way through the framework (`npm run bench -- http`).
 */
export function registerAnswerHook(fastify: FastifyInstance, clock: Clock): void {
  fastify.addHook('preSerialization', (request: PortalRequest, reply, data: unknown, done) => {
    const refused = reply.statusCode >= 400;
    const answer = refused || isRaw(request) ? data : wrap(data, clock);
    const keyed = request.idempotency;
    if (!keyed) {
      done(null, answer);
      return;
    }
    // Once only: when this fails, the refusal that follows passes here again.
    delete request.idempotency;
    // When this fails the secret stays sealed until the key is forgotten.
    reply.raw.once('finish', () => void keyed.sent().catch(() => undefined));
    keyed.end(reply.statusCode, data).then(
      () => done(null, answer),
      (error: unknown) => {
        // The repeat is given the cookie; this refusal says nothing of what was done.
        reply.removeHeader('set-cookie');
        done(error as Error);
      },
    );
  });
}

function wrap(data: unknown, clock: Clock): SuccessEnvelope {
  return { ok: true, data, meta: { version: 'v1', generated_at: clock.wallNow().toISOString() } };
}
