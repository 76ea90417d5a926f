export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A schema whose fields are in the order of the form: required ones first, in the order in which the author requires
 * them. The order of an object's keys is no content of a manifest and is not kept; that of `required` is.
 */
export function requiredFirst<Schema>(schema: Schema): Schema;
export function requiredFirst(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(requiredFirst);
  if (!isObject(value)) return value;
  const result = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, requiredFirst(inner)]));
  const { properties, required } = result;
  if (!isObject(properties) || !Array.isArray(required)) return result;
  const first = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name)) as string[];
  const names = [...new Set([...first, ...Object.keys(properties)])];
  return { ...result, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) };
}
