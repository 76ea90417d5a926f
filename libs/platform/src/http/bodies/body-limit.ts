import { DEFAULT_JSON_LIMITS, type JsonLimits } from '@portal/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeConfig } from '../routes/route-config.js';

/** Default limits of a body: several times the longest form. */
export const USUAL_BODY: JsonLimits = {
  ...DEFAULT_JSON_LIMITS,
  maxBytes: 64 * 1024,
  maxNodes: 5_000,
  maxKeysPerObject: 250,
  maxItemsPerArray: 1_000,
};

/** For public routes: a few text fields. */
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
 * Limits of the body of a route (or of all routes of a controller) that differ from the default. Exceeding `maxBytes`
 * gives 413 `payload_too_large`, any other limit 400 `invalid_json`.
 */
export const BodyLimit = (limits: Partial<JsonLimits>): ClassDecorator & MethodDecorator =>
  routeConfig({ body: limits } satisfies OwnLimits);

/** Applies the byte limits of `BodyLimit`; must be registered before the routes. */
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
