/** Where Nest stores the argument of its `RouteConfig`. Written here, because the decorator loads Fastify, also into the worker. */
const GIVEN = '__fastify_route_config__';

/**
 * Adds to the configuration of a route, or of every route of a controller, for hooks and parsers. The route's values
 * take precedence over its controller's, and several decorators can be combined.
 */
export function routeConfig(more: object): ClassDecorator & MethodDecorator {
  const add = (target: object, name: string | symbol): void => {
    const method = Object.getOwnPropertyDescriptor(target, name)!.value as object;
    Reflect.defineMetadata(GIVEN, { ...more, ...(Reflect.getMetadata(GIVEN, method) as object | undefined) }, method);
  };
  return (target: object, name?: string | symbol) => {
    if (name !== undefined) return add(target, name);
    const { prototype } = target as { prototype: object };
    for (const method of Object.getOwnPropertyNames(prototype)) if (method !== 'constructor') add(prototype, method);
  };
}
