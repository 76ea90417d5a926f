import { StripeApiError, invalid, missingParameter } from '../http/errors.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import type { Fields, Shape } from './catalogue.js';
import { checkMetadata } from './metadata.js';

/** `form`: v1 bodies and all query strings, where every value is text. `json`: v2 bodies, where values have types. */
export type Wire = 'form' | 'json';

/**
 * Checks decoded parameters against the catalogue and gives them their types. Throws the provider's refusal for the
 * first problem found: unknown parameter, missing required parameter, then wrong types.
 */
export function checkParameters(fields: Fields, given: unknown, wire: Wire): JsonObject {
  return wire === 'json' ? asJson(() => checkObject(fields, given, '', wire)) : checkObject(fields, given, '', wire);
}

// v2 answers the same refusals under its own code.
function asJson(check: () => JsonObject): JsonObject {
  try {
    return check();
  } catch (caught) {
    if (!(caught instanceof StripeApiError)) throw caught;
    throw new StripeApiError(caught.status, { ...caught.error, code: 'invalid_fields' });
  }
}

function checkObject(fields: Fields, given: unknown, path: string, wire: Wire): JsonObject {
  if (!isObject(given)) throw invalid(path === '' ? 'Invalid request body' : 'Invalid object', { param: path });
  const known = new Map<string, { shape: Shape; required: boolean }>();
  for (const [name, shape] of Object.entries(fields)) {
    const required = name.endsWith('!');
    known.set(required ? name.slice(0, -1) : name, { shape, required });
  }
  for (const name of Object.keys(given)) {
    if (!known.has(name)) {
      const param = join(path, name);
      throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
  }
  const checked: JsonObject = {};
  for (const [name, { shape, required }] of known) {
    const param = join(path, name);
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (required) throw missingParameter(param);
    } else {
      checked[name] = checkValue(shape, value, param, wire);
    }
  }
  return checked;
}

function checkValue(shape: Shape, value: Json, param: string, wire: Wire): Json {
  if (Array.isArray(shape)) return checkWord(shape, value, param);
  if (typeof shape === 'object') {
    if ('n' in shape) return value === '' || value === null ? null : checkValue(shape.n, value, param, wire);
    if ('u' in shape) return checkUnion(shape.u, value, param, wire);
    if (value === '' || value === null) throw emptied(param);
    if ('a' in shape) {
      if (!Array.isArray(value)) throw invalid('Invalid array', { param });
      return value.map((item, at) => checkValue(shape.a, item, join(param, String(at)), wire));
    }
    return checkObject(shape.o, value, param, wire);
  }
  switch (shape) {
    case '*':
      return value;
    case 'm':
      return checkMetadata(value, param);
    case 's':
    case 'd':
      return checkText(shape, value, param);
    case 'i':
      return checkInteger(value, param, wire);
    case 'b':
      return checkBoolean(value, param, wire);
  }
}

function checkUnion(shapes: Shape[], value: Json, param: string, wire: Wire): Json {
  let last: unknown;
  for (const shape of shapes) {
    try {
      return checkValue(shape, value, param, wire);
    } catch (caught) {
      last = caught;
    }
  }
  throw last;
}

function checkWord(words: string[], value: Json, param: string): string {
  if (value === '') throw emptied(param);
  if (typeof value === 'string' && words.includes(value)) return value;
  const list = words.length > 12 ? [...words.slice(0, 12), '…'] : words;
  throw invalid(`Invalid ${param}: must be one of ${list.join(', ')}`, { param });
}

function checkText(shape: 's' | 'd', value: Json, param: string): string {
  if (value === '') throw emptied(param);
  if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param });
  if (value.length > 5000) throw invalid(`Invalid string: must be at most 5000 characters`, { param });
  if (shape === 'd' && Number.isNaN(Date.parse(value))) throw invalid(`Invalid timestamp: ${value}`, { param });
  return value;
}

function checkInteger(value: Json, param: string, wire: Wire): number {
  if (value === '') throw emptied(param);
  const text = wire === 'form' ? value : typeof value === 'number' ? String(value) : undefined;
  if (typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw invalid(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param });
}

function checkBoolean(value: Json, param: string, wire: Wire): boolean {
  if (wire === 'json' ? value === true : value === 'true') return true;
  if (wire === 'json' ? value === false : value === 'false') return false;
  throw invalid(`Invalid boolean: ${String(value)}`, { param });
}

function emptied(param: string): StripeApiError {
  return invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}[${name}]`;
}
