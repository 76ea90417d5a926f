export { canonicalJson } from './canonical.js';
export { typeName } from './describe.js';
export { digestOf } from './digest.js';
export { locatePointers } from './locate.js';
export { childPointer, pointerKeys } from './pointer.js';
export { sameJson } from './same.js';
export {
  DEFAULT_JSON_LIMITS,
  parseStrictJson,
  positionAt,
  type JsonLimits,
  type StrictJsonResult,
  type TextPosition,
} from './strict.js';
export { isObject, type JsonObject, type JsonValue } from './types.js';
