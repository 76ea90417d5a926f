import { DEFAULT_JSON_LIMITS, type JsonLimits } from '@portal/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeConfig } from './route-config.js';

/** What a body may hold where the route says nothing else: the longest form that people fill in, several times over. */
export const USUAL_BODY: JsonLimits = {
  ...DEFAULT_JSON_LIMITS,
  maxBytes: 64 * 1024,
  maxNodes: 5_000,
  maxKeysPerObject: 250,
  maxItemsPerArray: 1_000,
};

/** For routes that anybody may call: a few fields of text. */
export const SMALL_BODY: Partial<JsonLimits> = {
  maxBytes: 8 * 1024,
  maxDepth: 8,
  maxNodes: 200,
  maxKeysPerObject: 20,
  maxItemsPerArray: 100,
};

/** For forms with dozens of long texts. */
export const LONG_TEXTS: Partial<JsonLimits> = { maxBytes: 512 * 1024, maxStringLength: 256 * 1024 };

interface OwnLimits {
  readonly body?: Partial<JsonLimits>;
}

/**
 * What a body of the route may hold (of a controller: of each of its routes) where it differs from the usual. Beyond
 * `maxBytes` the answer is 413 `payload_too_large`, beyond any other limit 400 `invalid_json`.
 */
export const BodyLimit = (limits: Partial<JsonLimits>): ClassDecorator & MethodDecorator =>
  routeConfig({ body: limits } satisfies OwnLimits);

/** Gives routes marked with `BodyLimit` their limit of bytes; has to come before the routes. */
export function registerBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bytes = ((route.config ?? {}) as OwnLimits).body?.maxBytes;
    if (bytes !== undefined) route.bodyLimit = bytes;
  });
}

export function bodyLimitsOf(request: FastifyRequest): JsonLimits {
  const { body } = request.routeOptions.config as OwnLimits;
  return body === undefined ? USUAL_BODY : { ...USUAL_BODY, ...body };
}
