import { pointerKeys } from '../json/pointer.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';

/** A schema is an object or, inside, a boolean. */
export type Schema = JsonObject | boolean;

/** True for any value that can be a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

/** Resolves a local reference (`#` or `#/...`); undefined when it is remote or does not exist. */
export function resolveReference(root: JsonObject, ref: string): Schema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: JsonValue = root;
  let keys: string[];
  try {
    keys = pointerKeys(decodeURIComponent(ref.slice(1)));
  } catch {
    return undefined;
  }
  for (const key of keys) {
    if (Array.isArray(at)) at = at[Number(key)] ?? null;
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key]!;
    else return undefined;
  }
  return isSchema(at) ? at : undefined;
}
