import type { FieldEntry, ValuesOf } from '../field.js';
import { blockFields } from './blocks.js';
import { commercialFields } from './commercial.js';
import { identityFields, versionFields } from './identity.js';
import { rightsFields } from './rights.js';

const FIELDS = { ...identityFields, ...commercialFields, ...versionFields, ...rightsFields, ...blockFields };

/** What the fields of a manifest hold when it is valid and every default is filled in. */
export type FieldValues = ValuesOf<typeof FIELDS>;

/**
 * Every field of the manifest, in the order in which findings are told. The canonical type, the JSON Schema, the reader,
 * the rules, their checks, the difference and the documentation of fields follow from it.
 */
export const manifestFields: Readonly<Record<string, FieldEntry>> = FIELDS;

export { blockFields } from './blocks.js';
