import { parseStrictJson, type JsonLimits, type JsonValue } from '@portal/contract';
import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance } from 'fastify';
import type { PortalRequest } from '../../access/access.js';
import { bodyLimitsOf } from './body-limit.js';

/** An unparsed body. It is parsed after the guards have accepted the caller. */
export class JsonBody {
  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
  ) {}

  /**
   * Parses the body; `{}` when it is empty.
   * @throws AppError `invalid_json` (400) with the error and its position, also for duplicate keys, keys that access
   *   prototypes, NUL, lone surrogates, and anything above the route's limits
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

/** Accepts JSON bodies without parsing them; the bytes stay available as `rawBody` (signatures of webhooks). */
export function registerJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    (request as PortalRequest).rawBody = bytes as Buffer;
    done(null, new JsonBody(bytes as Buffer, bodyLimitsOf(request)));
  });
}
