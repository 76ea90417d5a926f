import {
  applyDefaults,
  childPointer,
  isObject,
  joinSecrets,
  pointerKeys,
  sameJson,
  splitSecrets,
  validateConfig,
  type Issue,
  type JsonObject,
  type JsonValue,
} from '@portal/contract';

/** Settings as stored: the values that may be shown, and the secrets by JSON pointer. */
export interface StoredSettings {
  readonly values: JsonObject;
  readonly secrets: Readonly<Record<string, JsonValue>>;
}

/** Settings after a change. With issues they must not be kept. */
interface ChangedSettings {
  readonly stored: StoredSettings;
  /** Pointers of the secrets that were replaced or removed. */
  readonly secretsWritten: readonly string[];
  /** Errors only; pointers relative to the settings. */
  readonly issues: readonly Issue[];
}

export const NO_SETTINGS: StoredSettings = { values: {}, secrets: {} };

const errorsOf = (schema: JsonObject, whole: JsonObject): Issue[] =>
  validateConfig(schema, whole).filter((issue) => issue.level === 'error');

function at(values: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = values;
  for (const key of keys) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

/**
 * True when a secret was in a group that the new values no longer have: the group was removed, and the secret with
 * it.
 */
function wasRemoved(pointer: string, before: JsonObject, after: JsonObject): boolean {
  const group = pointerKeys(pointer).slice(0, -1);
  return group.length > 0 && isObject(at(before, group)) && at(after, group) === undefined;
}

/**
 * An operator's input in the form. Omitted secrets stay unchanged; `null` removes one. Everything else
 * is as written, with the defaults of the form where nothing was. A plugin without a form has no settings.
 */
export function changeSettings(schema: JsonObject | null, before: StoredSettings, given: JsonObject): ChangedSettings {
  if (!schema) return { stored: NO_SETTINGS, secretsWritten: [], issues: [] };
  const written = splitSecrets(schema, given);
  const kept = Object.entries(before.secrets).filter(
    ([pointer]) => !wasRemoved(pointer, before.values, written.values),
  );
  const whole = applyDefaults(schema, joinSecrets(written.values, { ...Object.fromEntries(kept), ...written.secrets }));
  const stored = withSecrets(splitSecrets(schema, whole), before.secrets);
  return { stored, secretsWritten: writtenSecrets(before, stored), issues: errorsOf(schema, whole) };
}

/**
 * Settings under the form of another version: fields that it does not have are left out where it allows no others, its
 * defaults come in. The issues name what an operator has to enter before the version can be accepted.
 */
export function carrySettings(schema: JsonObject | null, before: StoredSettings): ChangedSettings {
  if (!schema) return { stored: NO_SETTINGS, secretsWritten: writtenSecrets(before, NO_SETTINGS), issues: [] };
  const whole = applyDefaults(schema, joinSecrets(before.values, before.secrets));
  for (const { code, pointer } of errorsOf(schema, whole)) if (code === 'config_unknown') removeAt(whole, pointer);
  const stored = withSecrets(splitSecrets(schema, whole), before.secrets);
  return { stored, secretsWritten: writtenSecrets(before, stored), issues: errorsOf(schema, whole) };
}

/** Pointers of the secrets that differ. */
function writtenSecrets(before: StoredSettings, after: StoredSettings): string[] {
  const pointers = new Set([...Object.keys(before.secrets), ...Object.keys(after.secrets)]);
  return [...pointers].filter((one) => !sameJson(before.secrets[one], after.secrets[one])).sort();
}

/** A value entered as a secret stays one, even under a form that no longer marks it. */
function withSecrets(split: StoredSettings, before: StoredSettings['secrets']): StoredSettings {
  const exposed = Object.keys(before).filter((pointer) => at(split.values, pointerKeys(pointer)) !== undefined);
  if (exposed.length === 0) return split;
  const values = structuredClone(split.values);
  const secrets = { ...split.secrets };
  for (const pointer of exposed) {
    secrets[pointer] = at(values, pointerKeys(pointer))!;
    removeAt(values, pointer);
  }
  return { values, secrets };
}

function removeAt(whole: JsonObject, pointer: string): void {
  const keys = pointerKeys(pointer);
  const last = keys.pop();
  const group = at(whole, keys);
  if (isObject(group) && last !== undefined) delete group[last];
}

/** One field that differs between two versions; undefined where it is not there. */
interface SettingDifference {
  readonly pointer: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Differences of two versions by field: groups are looked into, a list is one field. */
export function settingDifferences(before: JsonObject, after: JsonObject, pointer = ''): SettingDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const here = childPointer(pointer, name);
    const [old, now] = [before[name], after[name]];
    if (old !== undefined && now !== undefined && sameJson(old, now)) return [];
    if ((isObject(old) || old === undefined) && (isObject(now) || now === undefined)) {
      const inside = settingDifferences(old ?? {}, now ?? {}, here);
      if (inside.length > 0) return inside;
    }
    return [{ pointer: here, before: old, after: now }];
  });
}
