import type { JsonObject } from '../json/types.js';
import { isObject } from '../json/types.js';
import type { ManifestShape } from './types.js';

const STRUCTURED_MARKS = ['schema_version', 'drive', 'endpoints'];
const FLAT_MARKS = ['name', 'description', 'category', 'icon_url', 'pricing'];

/** Which shape a manifest has, or `mixed` when it carries marks of both (contract: Drive manifest). */
export function shapeOf(manifest: JsonObject): ManifestShape | 'mixed' {
  const structured = STRUCTURED_MARKS.filter((key) => manifest[key] !== undefined);
  if (structured.length === 0) return 'flat';
  const flat = FLAT_MARKS.filter((key) => manifest[key] !== undefined).length;
  // One stray flat field beside a whole structured manifest is an unknown field, not a second shape.
  const allowed = isObject(manifest.drive) ? 1 : 0;
  return flat > allowed ? 'mixed' : 'structured';
}
