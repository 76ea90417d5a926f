import type { FastifyInstance } from 'fastify';
import { AppError, commonErrors } from '@portal/kernel';
import type { PortalRequest } from './access.js';

/**
 * JSON bodies: the bytes stay available as `rawBody` (webhook signatures), an empty body counts as `{}`, and keys that
 * reach into prototypes are refused.
 */
export function registerJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = bytes as Buffer;
    (request as PortalRequest).rawBody = body;
    if (body.length === 0) return done(null, {});
    try {
      const text = body.toString('utf8');
      // A reviver costs several times the parse. The key can be spelled with escapes too.
      done(null, JSON.parse(text, /__proto__|\\u/.test(text) ? refuseProto : undefined));
    } catch (error) {
      done(error instanceof AppError ? error : new AppError(commonErrors.invalid_json));
    }
  });
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__')
    throw new AppError(commonErrors.invalid_json, { message: 'The body holds a key that is not allowed.' });
  return value;
}
