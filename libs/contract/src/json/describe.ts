/** The first `room` characters or more of a value's JSON, in limited time. */
function excerpt(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room + 1) : value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  const list = Array.isArray(value);
  let text = list ? '[' : '{';
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined && !list) continue;
    if (text.length > 1) text += ',';
    if (text.length > room) return text;
    if (!list) text += `${excerpt(key, room)}:`;
    text += excerpt(member ?? null, room - text.length);
  }
  return text + (list ? ']' : '}');
}

/** Short text of a value for messages: at most 80 characters, control characters escaped. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = excerpt(value, 80);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The JSON type of a value, with its article. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
