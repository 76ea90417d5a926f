import { createHash } from 'node:crypto';

/**
 * Canonical JSON text (RFC 8785): keys sorted by UTF-16 code units, no white space, shortest numbers. Equal values give
 * equal texts, whatever their key order or spacing was. Keys whose value is undefined are left out.
 * @throws TypeError for what JSON cannot say: NaN, infinities, bigint, functions, undefined inside an array.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('Canonical JSON has no infinite or undefined numbers.');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`Canonical JSON has no ${typeof value}.`);
}

/** SHA-256 of the canonical JSON of a value, as 64 lower-case hex digits. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
