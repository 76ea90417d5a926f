import type { FastifyInstance } from 'fastify';
import { AppError, commonErrors } from '@portal/kernel';
import type { PortalRequest } from '../access/access.js';

/**
 * JSON bodies: the bytes stay available as `rawBody` (webhook signatures), an empty body counts as `{}`. Keys that reach
 * into prototypes are refused, and text that no database keeps: NUL and halves of surrogate pairs.
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
      done(null, JSON.parse(text, /__proto__|\\u/.test(text) ? refuseHarm : undefined));
    } catch (error) {
      done(error instanceof AppError ? error : new AppError(commonErrors.invalid_json));
    }
  });
}

// Both come in by escapes only: the parser takes no control character as it stands, and the bytes are read as UTF-8.
const cannotBeKept = (text: string): boolean => text.includes('\u0000') || /\p{Surrogate}/u.test(text);

function refuseHarm(key: string, value: unknown): unknown {
  if (key === '__proto__')
    throw new AppError(commonErrors.invalid_json, { message: 'The body holds a key that is not allowed.' });
  if (cannotBeKept(key) || (typeof value === 'string' && cannotBeKept(value)))
    throw new AppError(commonErrors.invalid_json, {
      message: 'The body holds a text with a character that cannot be kept: NUL, or half of a surrogate pair.',
    });
  return value;
}
