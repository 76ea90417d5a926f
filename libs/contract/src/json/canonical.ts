/**
 * Canonical JSON text (RFC 8785): keys sorted by UTF-16 code units, no white space, shortest numbers. Equal values give
 * equal texts. Keys whose value is undefined are left out.
 * @throws TypeError for values that JSON does not have: NaN, infinities, bigint, functions, undefined inside an array.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('Canonical JSON has no infinite or undefined numbers.');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i += 1) text += (i === 0 ? '' : ',') + canonicalJson(value[i]);
    return `${text}]`;
  }
  if (typeof value === 'object') {
    const members = value as Record<string, unknown>;
    let text = '{';
    for (const key of Object.keys(members).sort()) {
      if (members[key] !== undefined)
        text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
    }
    return `${text}}`;
  }
  throw new TypeError(`Canonical JSON has no ${typeof value}.`);
}
