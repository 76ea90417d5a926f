import { pointerKeys } from '../json/pointer.js';
import type { JsonObject, JsonValue } from '../json/types.js';

/** One operation of RFC 6902, as the vectors use it: `add`, `replace` or `remove`. */
export interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** A copy of a vector's base with its patch applied. */
export function applyPatch(base: unknown, patches: readonly Patch[]): JsonObject {
  const copy = structuredClone(base) as JsonObject;
  for (const { op, path, value } of patches) {
    const keys = pointerKeys(path);
    const last = keys.pop() as string;
    const parent = keys.reduce<JsonValue>((at, key) => (at as JsonObject)[key]!, copy);
    if (Array.isArray(parent)) {
      if (op === 'remove') parent.splice(Number(last), 1);
      else if (last === '-') parent.push(value as JsonValue);
      else parent.splice(Number(last), op === 'add' ? 0 : 1, value as JsonValue);
    } else if (op === 'remove') delete (parent as JsonObject)[last];
    else (parent as JsonObject)[last] = value as JsonValue;
  }
  return copy;
}
