import type { Clock } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import type { PortalRequest } from '../../access/access.js';
import { isoText } from '../../logging/iso-text.js';
import { isRaw, type SuccessEnvelope } from './envelope.js';

/**
 * Wraps controllers' results in the envelope of the contract, and stores the response of a request with an idempotency
 * key before it is sent. A Fastify hook instead of an interceptor, which would cost more than the rest of the framework
 * (`npm run bench -- http`).
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
    // Only once: if this fails, the error response passes here again.
    delete request.idempotency;
    // If this fails, the secret stays encrypted until the key is deleted.
    reply.raw.once('finish', () => void keyed.sent().catch(() => undefined));
    keyed.end(reply.statusCode, data).then(
      () => done(null, answer),
      (error: unknown) => {
        // The cookie is for the repeated request; this error response must not contain it.
        reply.removeHeader('set-cookie');
        done(error as Error);
      },
    );
  });
}

function wrap(data: unknown, clock: Clock): SuccessEnvelope {
  return { ok: true, data, meta: { version: 'v1', generated_at: isoText(clock.wallNow().getTime()) } };
}
