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
      const parsed: unknown = JSON.parse(body.toString('utf8'), (key, value: unknown) => {
        if (key === '__proto__')
          throw new AppError(commonErrors.invalid_json, { message: 'The body holds a key that is not allowed.' });
        return value;
      });
      done(null, parsed);
    } catch (error) {
      done(error instanceof AppError ? error : new AppError(commonErrors.invalid_json));
    }
  });
}
