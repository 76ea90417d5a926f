import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { isSchema, resolveReference, type Schema } from './reference.js';

function fill(schema: Schema, value: JsonValue | undefined, root: JsonObject, depth: number): JsonValue | undefined {
  if (typeof schema === 'boolean' || depth > 16) return value;
  if (typeof schema.$ref === 'string') {
    const target = resolveReference(root, schema.$ref);
    if (target !== undefined) value = fill(target, value, root, depth + 1);
  }
  if (value === undefined && schema.default !== undefined) value = structuredClone(schema.default);
  if (!isObject(schema.properties) || (value !== undefined && !isObject(value))) return value;
  const result: JsonObject = { ...value };
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isSchema(property)) continue;
    const filled = fill(property, Object.hasOwn(result, name) ? result[name] : undefined, root, depth + 1);
    if (filled !== undefined) result[name] = filled;
  }
  // An optional object without defaults stays absent.
  return value === undefined && Object.keys(result).length === 0 ? undefined : result;
}

/** Returns a copy of `value` with the schema's defaults for missing values, including nested objects. */
export function applyDefaults(schema: JsonObject, value: JsonObject): JsonObject {
  const filled = fill(schema, structuredClone(value), schema, 0);
  return isObject(filled) ? filled : {};
}
