import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

interface OwnLimit {
  readonly bodyLimit?: number;
}

/** A route that takes larger bodies than others, bytes. Beyond it the answer is 413 as everywhere. */
export const BodyLimit = (bytes: number): MethodDecorator => RouteConfig({ bodyLimit: bytes } satisfies OwnLimit);

/** Gives routes marked with `BodyLimit` their limit; has to come before the routes. */
export function registerBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as OwnLimit;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}
