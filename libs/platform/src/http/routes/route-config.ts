import { RouteConfig } from '@nestjs/platform-fastify';

/** Where Nest stores the argument of `RouteConfig`; it exports no way to read it. */
const GIVEN = '__fastify_route_config__';

/**
 * Adds to the configuration of a route, or of every route of a controller, for hooks and parsers. The route's values
 * take precedence over its controller's, and several decorators can be combined.
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
