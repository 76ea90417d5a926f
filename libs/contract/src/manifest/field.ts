import type { ChangeLevel } from '../diff/change.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import type { FieldType } from './field-types.js';
import type { Block, ManifestRule, RuleReport, RuleText, TextRule } from './rule.js';
import type { ManifestShape } from './types.js';

/** Differences of a field's place in one shape from the entry. */
export interface PlaceOptions {
  /** JSON pointer: a member of the manifest or of its `drive` block. */
  readonly at: string;
  readonly required?: boolean;
  readonly text?: string;
  readonly schema?: JsonObject;
  readonly example?: JsonValue;
}

/** Location of a field in a shape, or how its canonical value is derived when the manifest lacks it. */
type Place = string | PlaceOptions | ((manifest: JsonObject) => unknown);

/** How a change of the field is classified and described. */
interface FieldChange {
  readonly level: ChangeLevel;
  /** Start of the sentence, for example `The homepage`. */
  readonly subject: string;
}

/** A field of the manifest, with everything that the library, the checks and the documentation need. */
export interface FieldEntry {
  /** Place in shape A; without one the shape has no such field. */
  readonly flat?: Place;
  /** Place in shape B. */
  readonly structured?: Place;
  readonly type: FieldType<unknown>;
  readonly required?: boolean;
  /** One sentence: its meaning and, if it is optional, what its absence means. */
  readonly text: string;
  /** Example for the documentation when no valid vector has the field. */
  readonly example?: JsonValue;
  /** Value that the host uses when the field is absent; documented as its default. */
  readonly otherwise?: JsonValue | readonly JsonValue[];
  /** Canonical value of a manifest without the field, if it depends on other fields. */
  readonly absent?: (manifest: JsonObject) => unknown;
  /** `own`: compared by code in `diff/`. `none`: not part of the canonical form. */
  readonly change: FieldChange | 'own' | 'none';
  /** The rule that checks the field by its type, with `fix` as its advice. */
  readonly rule?: RuleText;
  readonly fix?: string;
  /** Additional rules, before that one. */
  readonly rules?: readonly ManifestRule[];
}

/** A member of a block such as `compliance`. */
export interface MemberEntry {
  readonly at: string;
  readonly type: FieldType<unknown>;
  readonly required?: boolean;
  readonly text: string;
  readonly fix?: string;
  readonly example?: JsonValue;
  readonly otherwise?: JsonValue | readonly JsonValue[];
  readonly change?: { readonly level: ChangeLevel; readonly kind?: string; readonly subject?: string };
}

type Members = Readonly<Record<string, MemberEntry>>;

/** Type of an entry's canonical value: null only if it may be absent without a default. */
type ValueOf<E> = E extends { readonly type: FieldType<infer T> }
  ? E extends { readonly otherwise: unknown } | { readonly absent: unknown }
    ? T
    : E extends { readonly required: true; readonly at: string }
      ? T
      : E extends { readonly required: true; readonly flat: unknown; readonly structured: unknown }
        ? T
        : T | null
  : never;

/** Canonical values of a table of entries; what is not part of the canonical form is left out. */
export type ValuesOf<M> = {
  readonly [K in keyof M as M[K] extends { readonly change: 'none' } ? never : K]: ValueOf<M[K]>;
};

/** A type with members: a block, or a list of blocks. */
export interface BlockType<T, M = Members> extends FieldType<T> {
  readonly members: M;
  readonly list: boolean;
}

/** The members of a type, if it has any. */
export function membersOf(type: FieldType<unknown>): Members | undefined {
  return 'members' in type ? (type as BlockType<unknown>).members : undefined;
}

/** An object with the given members. */
export function block<const M extends Members>(members: M): BlockType<ValuesOf<M>, M> {
  const entries = Object.entries(members);
  return {
    schema: { type: 'object' },
    members,
    list: false,
    read: (value) => (isObject(value) ? (readMembers(entries, value) as ValuesOf<M>) : null),
  };
}

/** A list of objects with the given members. */
export function blocks<const M extends Members>(members: M): BlockType<readonly ValuesOf<M>[], M> {
  const one = block(members);
  return {
    schema: { type: 'array' },
    members,
    list: true,
    read: (value) => (Array.isArray(value) ? value.filter(isObject).map((item) => one.read(item)!) : null),
  };
}

function readMembers(entries: readonly (readonly [string, MemberEntry])[], from: JsonObject): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, { at, type, otherwise }] of entries) values[key] = type.read(from[at]) ?? otherwise ?? null;
  return values;
}

/** A place split into the member and whether it is in the `drive` block. */
interface WirePlace extends PlaceOptions {
  readonly key: string;
  readonly inDrive: boolean;
}

/** Location of a field in a shape; undefined when the document has no such field. */
export function placeOf(entry: FieldEntry, shape: ManifestShape): WirePlace | undefined {
  const place = entry[shape];
  if (place === undefined || typeof place === 'function') return undefined;
  const options = typeof place === 'string' ? { at: place } : place;
  const inDrive = options.at.startsWith('/drive/');
  return { required: entry.required ?? false, ...options, key: options.at.slice(inDrive ? 7 : 1), inDrive };
}

/** The block that contains a field; undefined when the manifest lacks it. */
const parentOf = (report: RuleReport, place: WirePlace): Block | undefined =>
  place.inDrive ? report.drive : report.root;

/** The rule that checks a field by its type only. */
export function ruleOf(entry: FieldEntry, { id, clause, shapes, ...doc }: RuleText): ManifestRule {
  const places = { flat: placeOf(entry, 'flat'), structured: placeOf(entry, 'structured') };
  const known = (['flat', 'structured'] as const).filter((shape) => places[shape] !== undefined);
  const how = { flat: adviceOf(entry, places.flat), structured: adviceOf(entry, places.structured) };
  const check = entry.type.check;
  if (check === undefined) throw new Error(`the type of the rule ${id} cannot judge`);
  return {
    id,
    clause,
    doc,
    shapes: shapes ?? known,
    check(_manifest, report) {
      const place = places[report.shape];
      const parent = place && parentOf(report, place);
      if (parent) check(report, parent, place.key, how[report.shape], place.at);
    },
  };
}

const adviceOf = (entry: FieldEntry, place: WirePlace | undefined): TextRule => ({
  optional: !place?.required,
  fix: entry.fix ?? '',
});

/** Checks the members of a block by their types. */
export function checkMembers(report: RuleReport, parent: Block, members: readonly MemberEntry[]): void {
  for (const { at, type, required, fix } of members)
    type.check?.(report, parent, at, { optional: !required, fix: fix ?? '' }, `${parent.pointer}/${at}`);
}
