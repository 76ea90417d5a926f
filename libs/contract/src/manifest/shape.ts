import { isObject, type JsonObject } from '../json/types.js';
import type { ManifestShape } from './types.js';

const FLAT_MARKS = ['name', 'description', 'category', 'icon_url', 'pricing'];

/** The shape of a manifest, or `mixed` when it has fields of both (contract: Drive manifest). */
export function shapeOf(manifest: JsonObject): ManifestShape | 'mixed' {
  const { schema_version: version, drive, endpoints } = manifest;
  if (version === undefined && drive === undefined && endpoints === undefined) return 'flat';
  let flat = 0;
  for (const key of FLAT_MARKS) if (manifest[key] !== undefined) flat += 1;
  // A single flat field in a complete structured manifest is an unknown field, not a second shape.
  const allowed = isObject(drive) ? 1 : 0;
  return flat > allowed ? 'mixed' : 'structured';
}
