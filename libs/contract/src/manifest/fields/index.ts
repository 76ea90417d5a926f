import type { FieldEntry, ValuesOf } from '../field.js';
import { blockFields } from './blocks.js';
import { commercialFields } from './commercial.js';
import { identityFields, versionFields } from './identity.js';
import { rightsFields } from './rights.js';

const FIELDS = { ...identityFields, ...commercialFields, ...versionFields, ...rightsFields, ...blockFields };

/** Types of the fields of a valid manifest with all defaults. */
export type FieldValues = ValuesOf<typeof FIELDS>;

/**
 * All fields of the manifest, in the order of findings. The canonical type, the JSON Schema, the reader, the rules,
 * their checks, the difference and the documentation are derived from them.
 */
export const manifestFields: Readonly<Record<string, FieldEntry>> = FIELDS;

export { blockFields } from './blocks.js';
