import { canonicalJson } from '../json/canonical.js';
import { childPointer } from '../json/pointer.js';
import { sameJson } from '../json/same.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import type { Changes } from './collector.js';

const COSMETIC: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
  '$schema',
  '$id',
]);
const LOWER: ReadonlySet<string> = new Set(['minimum', 'minLength', 'minItems', 'minProperties', 'exclusiveMinimum']);
const UPPER: ReadonlySet<string> = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties', 'exclusiveMaximum']);
const HANDLED: ReadonlySet<string> = new Set(['properties', 'required']);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const isCosmetic = (keyword: string): boolean => COSMETIC.has(keyword) || keyword.startsWith('x-');

/** True when every value that the old keyword accepted is still accepted by the new one. */
function isWider(keyword: string, from: JsonValue | undefined, to: JsonValue | undefined): boolean {
  if (to === undefined) return keyword !== 'type' || from === undefined;
  if (from === undefined) return false;
  if (LOWER.has(keyword)) return typeof from === 'number' && typeof to === 'number' && to <= from;
  if (UPPER.has(keyword)) return typeof from === 'number' && typeof to === 'number' && to >= from;
  if (keyword === 'additionalProperties') return to === true;
  if (keyword === 'uniqueItems') return to === false;
  if (keyword === 'type' || keyword === 'enum') {
    const allowed = new Set((Array.isArray(to) ? to : [to]).map(canonicalJson));
    return (Array.isArray(from) ? from : [from]).every((one) => allowed.has(canonicalJson(one)));
  }
  return false;
}

function diffRequired(changes: Changes, from: JsonObject, to: JsonObject, pointer: string, where: string): void {
  const [before, after] = [strings(from.required), strings(to.required)];
  const properties = isObject(to.properties) ? to.properties : {};
  for (const name of after.filter((one) => !before.includes(one))) {
    const property = properties[name];
    const filled = isObject(property) && property.default !== undefined;
    const sentence = `The setting ${where}${name} becomes required${filled ? '; it has a default' : ''}.`;
    changes.add(
      'config_required_added',
      childPointer(pointer, 'required'),
      null,
      name,
      filled ? 'additive' : 'breaking',
      sentence,
    );
  }
  for (const name of before.filter((one) => !after.includes(one))) {
    changes.add(
      'config_required_removed',
      childPointer(pointer, 'required'),
      name,
      null,
      'additive',
      `The setting ${where}${name} is no longer required.`,
    );
  }
}

function diffProperties(changes: Changes, from: JsonObject, to: JsonObject, pointer: string, where: string): void {
  const before = isObject(from.properties) ? from.properties : {};
  const after = isObject(to.properties) ? to.properties : {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (sameJson(old, now)) continue;
    const at = childPointer(childPointer(pointer, 'properties'), name);
    if (old === undefined)
      changes.add('config_property_added', at, null, now, 'additive', `There is a new setting ${where}${name}.`);
    else if (now === undefined)
      changes.add(
        'config_property_removed',
        at,
        old,
        null,
        'breaking',
        `The setting ${where}${name} is gone; what was entered has no effect any more.`,
      );
    else if (isObject(old) && isObject(now)) diffSchema(changes, old, now, at, `${where}${name}`);
    else changes.field('config_property', at, old, now, 'breaking', `The setting ${where}${name}`);
  }
}

function diffSchema(changes: Changes, from: JsonObject, to: JsonObject, pointer: string, name: string): void {
  const where = name === '' ? '' : `${name}.`;
  diffRequired(changes, from, to, pointer, where);
  diffProperties(changes, from, to, pointer, where);
  for (const keyword of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (HANDLED.has(keyword) || sameJson(from[keyword] ?? null, to[keyword] ?? null)) continue;
    const level = isCosmetic(keyword)
      ? 'cosmetic'
      : isWider(keyword, from[keyword], to[keyword])
        ? 'additive'
        : 'breaking';
    const subject = name === '' ? `The form’s ${keyword}` : `The ${keyword} of the setting ${name}`;
    const kind = `config_${level === 'cosmetic' ? 'text' : 'rule'}`;
    changes.field(kind, childPointer(pointer, keyword), from[keyword], to[keyword], level, subject);
  }
}

/** Compares two config schemas: a change that makes valid values invalid is breaking. */
export function diffConfigSchema(changes: Changes, from: JsonObject | null, to: JsonObject | null): void {
  const pointer = '/config_schema';
  if (from && to) diffSchema(changes, from, to, pointer, '');
  else if (to) {
    const breaking = strings(to.required).some(
      (name) =>
        !(isObject(to.properties) && isObject(to.properties[name]) && to.properties[name].default !== undefined),
    );
    changes.add(
      'config_schema_added',
      pointer,
      null,
      to,
      breaking ? 'breaking' : 'additive',
      `There is a settings form now${breaking ? ', with fields that must be filled in' : ''}.`,
    );
  } else if (from)
    changes.add(
      'config_schema_removed',
      pointer,
      from,
      null,
      'breaking',
      'The settings form is gone; what was entered has no effect any more.',
    );
}
