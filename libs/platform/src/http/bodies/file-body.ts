import type { Readable } from 'node:stream';
import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeConfig } from '../routes/route-config.js';

interface FileRules {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/** The route takes a file as its body, of one of these media types; all other routes take JSON. */
export const FileBody = (rules: FileRules): MethodDecorator => routeConfig({ file: rules });

const rulesOf = (request: FastifyRequest) => (request.routeOptions.config as { file?: FileRules }).file;

const refuse = (rules: FileRules | undefined): AppError =>
  new AppError(commonErrors.unsupported_media_type, {
    ...(rules && { message: `Send the file itself as the body, as ${rules.types.join(', ')}.` }),
  });

/** Passes the file on unread, so that nothing is stored before the caller is authenticated. */
export function registerFileBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('*', (request, payload, done) => {
    const rules = rulesOf(request);
    const type = request.headers['content-type']?.split(';')[0]!.trim().toLowerCase() ?? '';
    if (rules?.types.includes(type) !== true) return done(refuse(rules));
    done(null, payload);
  });
}

/** Whether the request's body is a file that has not been read. */
export const isFileBody = (request: FastifyRequest): boolean =>
  typeof (request.body as Readable | undefined)?.pipe === 'function';

/**
 * Reads the file of a route with `FileBody`.
 * @throws AppError `unsupported_media_type` (415), `payload_too_large` (413) as soon as the limit is exceeded
 */
export async function readFileBody(request: FastifyRequest): Promise<Buffer> {
  const rules = rulesOf(request);
  if (!rules || !isFileBody(request)) throw refuse(rules);
  const tooLarge = (): AppError =>
    new AppError(commonErrors.payload_too_large, { message: `The file is larger than ${rules.maxBytes} bytes.` });
  if (Number(request.headers['content-length'] ?? 0) > rules.maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  // An error response is sent, so the connection stays open until then.
  for await (const part of (request.body as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > rules.maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
