import { isObject, type JsonObject } from '../json/types.js';
import { placeOf, type FieldEntry } from './field.js';
import { manifestFields, type FieldValues } from './fields/index.js';
import { announces } from './rules/capabilities.js';
import type { ManifestShape } from './types.js';

/**
 * A valid manifest of either shape with all defaults filled in. The fields are those of `manifestFields`; a block that no
 * listed capability announces is null, because the host hides it.
 */
export interface CanonicalManifest extends FieldValues {
  readonly shape: ManifestShape;
  /** True when the manifest lists no permissions and they were derived from its other fields. */
  readonly permissionsDerived: boolean;
  /** True when the manifest lists no emitted events and the standard kinds were assumed (shape A). */
  readonly eventsAssumed: boolean;
}

/** Claims for regulated tenants (contract: compliance object). Absent keys are null or empty. */
export type ManifestCompliance = NonNullable<CanonicalManifest['compliance']>;
/** Usage cap (contract: quota object). */
export type ManifestQuota = NonNullable<CanonicalManifest['quota']>;

type Reader = (manifest: JsonObject, drive: JsonObject) => unknown;

function readerOf(entry: FieldEntry, shape: ManifestShape): Reader {
  const derived = entry[shape];
  if (typeof derived === 'function') return derived;
  const place = placeOf(entry, shape);
  if (!place) return () => entry.otherwise ?? null;
  const { key, inDrive } = place;
  const { type, absent, otherwise } = entry;
  return (manifest, drive) => {
    if (!announces(manifest.capabilities, key)) return null;
    const value = (inDrive ? drive : manifest)[key];
    return type.read(value) ?? (absent && value === undefined ? absent(manifest) : (otherwise ?? null));
  };
}

const readersOf = (shape: ManifestShape): readonly (readonly [string, Reader])[] =>
  Object.entries(manifestFields)
    .filter(([, { change }]) => change !== 'none')
    .map(([name, entry]) => [name, readerOf(entry, shape)]);

const READERS: Readonly<Record<ManifestShape, readonly (readonly [string, Reader])[]>> = {
  flat: readersOf('flat'),
  structured: readersOf('structured'),
};

/** Canonical form of a valid manifest. */
export function canonicalManifest(manifest: JsonObject, shape: ManifestShape): CanonicalManifest {
  const drive = isObject(manifest.drive) ? manifest.drive : {};
  const canonical: Record<string, unknown> = {
    shape,
    permissionsDerived: shape === 'structured' && manifest.permissions_requested === undefined,
    eventsAssumed: shape === 'flat' && manifest.events_emitted === undefined,
  };
  for (const [name, read] of READERS[shape]) canonical[name] = read(manifest, drive);
  return canonical as unknown as CanonicalManifest;
}
