import { childPointer, pointerKeys } from '../json/pointer.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { KEYWORDS } from './keywords.js';
import { isSchema, resolveReference, type Schema } from './reference.js';

/** Names and titles of fields that contain secrets. */
const SECRET_NAME =
  /pass(?:word|wd|phrase)|secret|(?:access|api|private|signing|encryption)[-_ ]?key|(?:access|api|auth|refresh)[-_ ]?token|bearer|credential/i;
const MAX_DEPTH = 32;

/**
 * True for a field that is declared as a secret, or whose name or title looks like one; never for numbers and booleans.
 */
export function isSecretField(name: string, schema: Schema): boolean {
  if (!isObject(schema)) return SECRET_NAME.test(name);
  if (schema.writeOnly === true || schema.format === 'password') return true;
  if (['boolean', 'integer', 'number'].includes(String(schema.type))) return false;
  return SECRET_NAME.test(name) || (typeof schema.title === 'string' && SECRET_NAME.test(schema.title));
}

/** A schema in a form that asks for a secret, and the name by which people know it. */
export interface SecretField {
  /** JSON pointer into the form. */
  readonly pointer: string;
  readonly label: string;
}

/** Every field of a form that asks for a secret, also in lists, alternatives and definitions. */
export function secretFields(form: JsonObject): SecretField[] {
  const found: SecretField[] = [];
  const visit = (schema: unknown, pointer: string, name: string, above: string): void => {
    if (!isSchema(schema)) return;
    const label = isObject(schema) && typeof schema.title === 'string' ? schema.title : name || above;
    if (pointer !== '' && isSecretField(name, schema)) found.push({ pointer, label });
    if (!isObject(schema)) return;
    for (const [key, inner] of Object.entries(schema)) {
      const kind = KEYWORDS.get(key);
      const at = childPointer(pointer, key);
      if (kind === 'schema') visit(inner, at, '', label);
      else if ((kind === 'schemas' && Array.isArray(inner)) || (kind === 'schema-map' && isObject(inner)))
        for (const [own, one] of Object.entries(inner))
          visit(one, childPointer(at, own), key === 'properties' ? own : '', label);
    }
  };
  visit(form, '', '', '');
  return found;
}

/** All schemas of one value: references resolved, alternatives included. */
function parts(schema: Schema, root: JsonObject, depth = 0): JsonObject[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const inner: Schema[] = [];
  if (typeof schema.$ref === 'string') {
    const target = resolveReference(root, schema.$ref);
    if (target !== undefined) inner.push(target);
  }
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[key];
    if (Array.isArray(list)) inner.push(...list.filter(isSchema));
  }
  for (const key of ['if', 'then', 'else']) if (isSchema(schema[key])) inner.push(schema[key]);
  return [schema, ...inner.flatMap((one) => parts(one, root, depth + 1))];
}

/** The schemas of one field of an object. */
function member(schemas: readonly JsonObject[], name: string, root: JsonObject): JsonObject[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return isSchema(own) ? parts(own, root) : [];
  });
}

const entry = (schemas: readonly JsonObject[], root: JsonObject): JsonObject[] =>
  schemas.flatMap(({ items, prefixItems }) =>
    [items, ...(Array.isArray(prefixItems) ? prefixItems : [])].filter(isSchema).flatMap((one) => parts(one, root)),
  );

/** Settings split into visible values and secrets by JSON pointer. */
export interface SplitSettings {
  readonly values: JsonObject;
  /** The value `null` marks a secret that is to be removed. */
  readonly secrets: Readonly<Record<string, JsonValue>>;
}

class Splitter {
  readonly secrets: Record<string, JsonValue> = {};

  constructor(private readonly root: JsonObject) {}

  object(schemas: readonly JsonObject[], value: JsonObject, pointer: string, secret: boolean): JsonObject {
    const kept: JsonObject = {};
    for (const [name, inner] of Object.entries(value)) {
      const at = childPointer(pointer, name);
      const about = member(schemas, name, this.root);
      const hidden =
        secret ||
        (about.length === 0
          ? typeof inner !== 'boolean' && typeof inner !== 'number' && isSecretField(name, true)
          : about.some((one) => isSecretField(name, one)));
      if (isObject(inner)) kept[name] = this.object(about, inner, at, hidden);
      else if (hidden || (Array.isArray(inner) && this.holdsSecret(about, inner))) this.secrets[at] = inner;
      else kept[name] = inner;
    }
    return kept;
  }

  /** List entries have no names of their own, so a list that contains a secret is secret as a whole. */
  private holdsSecret(schemas: readonly JsonObject[], list: readonly JsonValue[]): boolean {
    const about = entry(schemas, this.root);
    if (about.some((one) => one.writeOnly === true || one.format === 'password')) return true;
    return list.some((item) => {
      if (Array.isArray(item)) return this.holdsSecret(about, item);
      if (!isObject(item)) return false;
      const trial = new Splitter(this.root);
      trial.object(about, item, '', false);
      return Object.keys(trial.secrets).length > 0;
    });
  }
}

/** Removes the secrets from settings, so that no shown, logged or unencrypted text contains them. */
export function splitSecrets(schema: JsonObject, values: JsonObject): SplitSettings {
  const splitter = new Splitter(schema);
  return { values: splitter.object(parts(schema, schema), values, '', false), secrets: splitter.secrets };
}

/** The inverse of `splitSecrets`: a copy of the values with every secret in its place. */
export function joinSecrets(values: JsonObject, secrets: Readonly<Record<string, JsonValue>>): JsonObject {
  const whole = structuredClone(values);
  for (const [pointer, secret] of Object.entries(secrets)) {
    const keys = pointerKeys(pointer);
    const last = keys.pop();
    let at: JsonObject | undefined = whole;
    for (const key of keys) {
      const next: JsonValue = Object.hasOwn(at, key) ? at[key]! : (at[key] = {});
      if (!isObject(next)) {
        at = undefined;
        break;
      }
      at = next;
    }
    if (at && last !== undefined && secret !== null) at[last] = secret;
  }
  return whole;
}
