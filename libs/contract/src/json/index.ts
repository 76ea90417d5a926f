export { canonicalJson, digestOf } from './canonical.js';
export { childPointer, pointerKeys } from './pointer.js';
export {
  DEFAULT_JSON_LIMITS,
  locatePointers,
  parseStrictJson,
  positionAt,
  type JsonLimits,
  type StrictJsonResult,
  type TextPosition,
} from './strict.js';
export { isObject, type JsonObject, type JsonValue } from './types.js';
