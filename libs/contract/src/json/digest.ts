import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical.js';

/** SHA-256 of the canonical JSON of a value, as 64 lower-case hex digits. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
