/** A JSON value without fractions; amounts are text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with sorted keys and without spaces, as in RFC 8785 for the values used here.
 * @throws RangeError for a number that is not an integer, or larger than 2^53
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  const object = value as { readonly [key: string]: Json };
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key]!)}`);
  return `{${members.join(',')}}`;
}

/** A JSON text without the space between its tokens. */
export function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/gs, (_, kept: string | undefined) => kept ?? '');
}
