import { RouteConfig } from '@nestjs/platform-fastify';

/** Where Nest keeps what `RouteConfig` was given; it exports no way to read it. */
const GIVEN = '__fastify_route_config__';

/**
 * Adds to what hooks and parsers know of a route, or of every route of a controller. What the route says itself wins over
 * what its controller says, and several of these may stand at one route.
 */
export function routeConfig(more: object): ClassDecorator & MethodDecorator {
  const add = (target: object, name: string | symbol): void => {
    const descriptor = Object.getOwnPropertyDescriptor(target, name)!;
    const given = Reflect.getMetadata(GIVEN, descriptor.value as object) as object | undefined;
    RouteConfig({ ...more, ...given })(target, name, descriptor);
  };
  return (target: object, name?: string | symbol) => {
    if (name !== undefined) return add(target, name);
    const { prototype } = target as { prototype: object };
    for (const method of Object.getOwnPropertyNames(prototype)) if (method !== 'constructor') add(prototype, method);
  };
}
