import type { Issue, IssueLevel } from '../issue.js';
import { describe, typeName } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import type { ManifestOptions, ManifestShape } from './types.js';

/** A rule about manifests: a value, so that rules can be listed, counted and documented. */
export interface ManifestRule {
  /** Stable name, unique. */
  readonly id: string;
  /** Part of the contract it rests on. */
  readonly clause: string;
  readonly shapes: readonly ManifestShape[];
  readonly check: (manifest: JsonObject, report: RuleReport) => void;
}

/** A value with the object it stands in; `pointer` is the object's. */
export interface Block {
  readonly object: JsonObject;
  readonly pointer: string;
}

/** How a text field is judged beside being a string. */
export interface TextRule {
  /** Absent is fine. */
  readonly optional?: boolean;
  /** Null is fine. */
  readonly nullable?: boolean;
  readonly fix: string;
}

/** Collects the issues of one rule and knows the checks that many rules share. */
export class RuleReport {
  constructor(
    private readonly rule: ManifestRule,
    private readonly issues: Issue[],
    readonly options: ManifestOptions,
    readonly shape: ManifestShape,
  ) {}

  /** The block that identifies the Drive: the manifest itself when flat, else `drive` if there is one. */
  identity(manifest: JsonObject): Block | undefined {
    return this.shape === 'flat' ? whole(manifest) : driveBlock(manifest);
  }

  /** Adds one issue. `value` is shown in it, shortened. */
  add(level: IssueLevel, code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    const received = value === undefined ? {} : { received: describe(value) };
    this.issues.push({ code, rule: this.rule.id, level, pointer, message, fix, clause: this.rule.clause, ...received });
  }

  error(code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    this.add('error', code, pointer, message, fix, value);
  }

  warn(code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    this.add('warning', code, pointer, message, fix, value);
  }

  /** An object member: reported when missing or of another type, undefined then. */
  block(parent: Block, key: string, how: { readonly optional?: boolean; readonly fix: string }): Block | undefined {
    const value = parent.object[key];
    const pointer = childPointer(parent.pointer, key);
    if (isObject(value)) return { object: value, pointer };
    if (value === undefined) {
      if (!how.optional) this.error('field_missing', pointer, `"${key}" is missing.`, how.fix);
    } else
      this.error('field_type', pointer, `"${key}" must be an object, but it is ${typeName(value)}.`, how.fix, value);
    return undefined;
  }

  /** A text member: reported when missing, not a string or blank, undefined then. */
  text(parent: Block, key: string, how: TextRule): string | undefined {
    const value = parent.object[key];
    const pointer = childPointer(parent.pointer, key);
    if (value === undefined) {
      if (!how.optional) this.error('field_missing', pointer, `"${key}" is missing.`, how.fix);
    } else if (value === null && how.nullable) {
      return undefined;
    } else if (typeof value !== 'string') {
      this.error('field_type', pointer, `"${key}" must be a string, but it is ${typeName(value)}.`, how.fix, value);
    } else if (value.trim() === '') {
      this.error('field_blank', pointer, `"${key}" is blank.`, how.fix, value);
    } else return value;
    return undefined;
  }

  /** A list of distinct non-blank strings: type errors are reported per element, repeats as warnings. */
  texts(parent: Block, key: string, how: { readonly optional?: boolean; readonly fix: string }): string[] | undefined {
    const value = parent.object[key];
    const pointer = childPointer(parent.pointer, key);
    if (value === undefined) {
      if (!how.optional) this.error('field_missing', pointer, `"${key}" is missing.`, how.fix);
      return undefined;
    }
    if (!Array.isArray(value)) {
      this.error(
        'field_type',
        pointer,
        `"${key}" must be an array of strings, but it is ${typeName(value)}.`,
        how.fix,
        value,
      );
      return undefined;
    }
    const seen = new Set<string>();
    for (const [i, item] of value.entries()) {
      const at = childPointer(pointer, i);
      if (typeof item !== 'string') {
        this.error(
          'field_type',
          at,
          `Each element of "${key}" must be a string, but this is ${typeName(item)}.`,
          how.fix,
          item,
        );
      } else if (item.trim() === '') this.error('field_blank', at, `An element of "${key}" is blank.`, how.fix, item);
      else if (seen.has(item))
        this.warn('list_repeat', at, `"${item}" is listed twice in "${key}".`, 'List it once.', item);
      else seen.add(item);
    }
    return [...seen];
  }

  /** A text member with one of the given values, which are compared exactly; a value in the wrong case is named. */
  oneOf(
    parent: Block,
    key: string,
    code: string,
    values: readonly string[],
    how: Omit<TextRule, 'fix'> = {},
  ): string | undefined {
    const fix = `Use one of ${values.join(', ')}.`;
    const value = this.text(parent, key, { ...how, fix });
    if (value === undefined || values.includes(value)) return value;
    const near = values.find((candidate) => candidate.toLowerCase() === value.trim().toLowerCase());
    const pointer = childPointer(parent.pointer, key);
    this.error(
      code,
      pointer,
      `"${key}" has no such value: ${describe(value)}.`,
      near ? `Write "${near}" exactly so.` : fix,
      value,
    );
    return undefined;
  }
}

/** The whole manifest as a block. */
export function whole(manifest: JsonObject): Block {
  return { object: manifest, pointer: '' };
}

/** The `drive` block when there is one; its absence is reported by the rule `drive-block` alone. */
export function driveBlock(manifest: JsonObject): Block | undefined {
  return isObject(manifest.drive) ? { object: manifest.drive, pointer: '/drive' } : undefined;
}
