import { parseStrictJson, type JsonLimits, type JsonValue } from '@portal/contract';
import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import type { PortalRequest } from '../access/access.js';
import { bodyLimitsOf } from './body-limit.js';

/** A body as it came. It is read when a route asks for it: by then the guards have let the caller in. */
export class JsonBody {
  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
  ) {}

  /**
   * The value of the body, `{}` when it is empty.
   * @throws AppError `invalid_json` (400) with what is wrong and where, also for what no honest body holds: a key twice, a
   * key that reaches into prototypes, NUL, half a surrogate pair, more of anything than the route allows
   */
  read(): JsonValue {
    if (this.bytes.length === 0) return {};
    const result = parseStrictJson(this.bytes, this.limits);
    if (result.ok) return result.value;
    const { code, message, line, column } = result.issue;
    const place = line === undefined ? '' : ` Line ${line}, column ${column}.`;
    throw new AppError(commonErrors.invalid_json, { details: [{ pointer: '', code, message: `${message}${place}` }] });
  }
}

/** Takes JSON bodies without reading them; the bytes stay available as `rawBody` (webhook signatures, scenarios). */
export function registerJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    (request as PortalRequest).rawBody = bytes as Buffer;
    done(null, new JsonBody(bytes as Buffer, bodyLimitsOf(request)));
  });
}
