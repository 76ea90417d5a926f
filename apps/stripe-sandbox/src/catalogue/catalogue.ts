import { parametersJson } from './parameters.generated.js';

/**
 * Types of a parameter. `s` text, `i` integer, `b` boolean, `m` metadata, `d` RFC 3339 instant, `*` anything;
 * a list = closed set of words; `a` array of; `o` object (a name ending in `!` is required); `u` one of; `n` may be
 * emptied with an empty text (form) or null (JSON).
 */
export type Shape =
  's' | 'i' | 'b' | 'm' | 'd' | '*' | string[] | { a: Shape } | { o: Fields } | { u: Shape[] } | { n: Shape };
export type Fields = { [name: string]: Shape };

let parsed: Record<string, Fields> | undefined;

/** The parameters of one operation, e.g. `POST /v1/transfers`. Throws for an operation the catalogue lacks. */
export function fieldsOf(operation: string): Fields {
  parsed ??= JSON.parse(parametersJson) as Record<string, Fields>;
  const fields = parsed[operation];
  if (!fields) throw new Error(`no parameters known for ${operation}; add it to tools/derive-parameters.mjs`);
  return fields;
}
