/** Header with the Unix time in milliseconds as decimal digits (contract: Authentication 2). */
export const TIMESTAMP_HEADER = 'X-Platform-Timestamp';
/** Header with 64 lower-case hex digits of HMAC-SHA256 (contract: Authentication 2). */
export const SIGNATURE_HEADER = 'X-Platform-Signature';

/** Request headers as Node gives them, or anything with a case-insensitive `get` such as `Headers`. */
export type HeaderBag =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

/**
 * Reads a header in any letter case (contract: Authentication 6). Several values are joined with `, ` as in Node, so
 * that a duplicate header never verifies. If the object has the name in lower case, as Node's has, only that is read.
 */
export function headerValue(headers: HeaderBag, lowerName: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(lowerName) ?? undefined;
  const bag = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const direct = bag[lowerName];
  if (typeof direct === 'string') return direct;
  const values: string[] = [];
  for (const name of Object.keys(bag)) {
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
    const value = bag[name];
    if (typeof value === 'string') values.push(value);
    else if (value) values.push(...value);
  }
  return values.length === 0 ? undefined : values.join(', ');
}
