import { invalid } from '../http/errors.js';
import { isObject, type Json, type JsonObject } from '../json.js';

const maxKeys = 50;
const maxKeyLength = 40;
const maxValueLength = 500;

/** Checks a metadata hash: at most 50 keys of 40 characters with values of 500. An empty value unsets its key. */
export function checkMetadata(value: Json, param: string): JsonObject {
  if (!isObject(value)) throw invalid('Invalid metadata: metadata must be a set of key-value pairs', { param });
  const names = Object.keys(value);
  if (names.length > maxKeys)
    throw invalid(`Metadata can have up to ${maxKeys} keys, you passed ${names.length}.`, { param });
  const checked: JsonObject = {};
  for (const name of names) {
    const text = value[name];
    if (name === '' || /[[\]]/.test(name)) {
      throw invalid('Metadata keys cannot be empty or contain square brackets.', { param });
    }
    if ([...name].length > maxKeyLength) {
      throw invalid(`Metadata keys can have up to ${maxKeyLength} characters, but you passed in "${name}".`, { param });
    }
    if (typeof text !== 'string') {
      throw invalid(`Metadata values must be strings, but you passed in a hash for the key "${name}".`, { param });
    }
    if ([...text].length > maxValueLength) {
      throw invalid(
        `Metadata values can have up to ${maxValueLength} characters, but you passed in a value that is ${[...text].length} characters. Invalid value: ${text.slice(0, 40)}…`,
        { param: `${param}[${name}]` },
      );
    }
    checked[name] = text;
  }
  return checked;
}

/** Stored metadata after an update: empty values drop their key, null (the whole hash emptied) drops all. */
export function mergeMetadata(before: JsonObject, change: Json | undefined): JsonObject {
  if (change === undefined) return before;
  if (!isObject(change)) return {};
  const merged = { ...before, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
