import type { Issue, IssueLevel } from '../issue.js';
import { describe, typeName } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import type { ManifestOptions, ManifestShape } from './types.js';

/** Documentation of the conformance check of a rule, besides the single finding. One or two sentences each. */
export interface RuleDocumentation {
  /** Unique number, for example `C17`. Numbers are never reused. */
  readonly number: string;
  /** The rule in one sentence. */
  readonly title: string;
  /** Most likely cause when the rule is broken. */
  readonly cause: string;
  readonly fix: string;
  readonly example?: { readonly wrong: string; readonly right: string };
}

/** A rule derived from the type of its field. */
export interface RuleText extends RuleDocumentation {
  readonly id: string;
  readonly clause: string;
  /** Default: those of the field's places. */
  readonly shapes?: readonly ManifestShape[];
}

/** A rule about manifests. Plain data, so that rules can be listed, counted and documented. */
export interface ManifestRule {
  /** Stable name, unique. */
  readonly id: string;
  /** Clause of the contract. */
  readonly clause: string;
  readonly shapes: readonly ManifestShape[];
  readonly doc: RuleDocumentation;
  readonly check: (manifest: JsonObject, report: RuleReport) => void;
}

/** A value with its containing object; `pointer` is the object's. */
export interface Block {
  readonly object: JsonObject;
  readonly pointer: string;
}

/** How a text field is checked in addition to its type. */
export interface TextRule {
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  readonly fix: string;
}

/**
 * Maximum number of reported issues per rule and level, so that a report is not a hundred times larger than the
 * manifest.
 */
const MAX_REPORTED = 200;

/** Collects the issues of the rules and has the checks that many of them share. */
export class RuleReport {
  readonly issues: Issue[] = [];
  /** The whole manifest. */
  readonly root: Block;
  /** The `drive` block if there is one; its absence is reported by the rule `drive-block` only. */
  readonly drive: Block | undefined;
  private rule: ManifestRule;
  private reported: Record<IssueLevel, number> = { error: 0, warning: 0, info: 0 };

  constructor(
    manifest: JsonObject,
    readonly options: ManifestOptions,
    readonly shape: ManifestShape,
  ) {
    this.root = { object: manifest, pointer: '' };
    this.drive = isObject(manifest.drive) ? { object: manifest.drive, pointer: '/drive' } : undefined;
  }

  /** Runs one rule on a manifest. */
  judge(rule: ManifestRule): void {
    this.rule = rule;
    if (this.issues.length > 0) this.reported = { error: 0, warning: 0, info: 0 };
    rule.check(this.root.object, this);
  }

  /** The block that identifies the Drive: the manifest itself when flat, otherwise `drive` if there is one. */
  get identity(): Block | undefined {
    return this.shape === 'flat' ? this.root : this.drive;
  }

  /** Adds one issue. `value` is shown in it, shortened. */
  add(level: IssueLevel, code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    if (++this.reported[level] > MAX_REPORTED) return;
    const received = value === undefined ? {} : { received: describe(value) };
    this.issues.push({ code, rule: this.rule.id, level, pointer, message, fix, clause: this.rule.clause, ...received });
  }

  error(code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    this.add('error', code, pointer, message, fix, value);
  }

  warn(code: string, pointer: string, message: string, fix: string, value?: unknown): void {
    this.add('warning', code, pointer, message, fix, value);
  }

  /** An object member: reported when missing or of another type, and then undefined. */
  block(parent: Block, key: string, how: { readonly optional?: boolean; readonly fix: string }): Block | undefined {
    const value = parent.object[key];
    if (isObject(value)) return { object: value, pointer: `${parent.pointer}/${key}` };
    this.wrong(parent, key, 'an object', how);
    return undefined;
  }

  /** The objects of a list: the list when missing or of another type is reported, and each element that is no object. */
  blocks(
    parent: Block,
    key: string,
    how: { readonly optional?: boolean; readonly fix: string; readonly element: string; readonly form: string },
  ): Block[] {
    const value = parent.object[key];
    const at = childPointer(parent.pointer, key);
    if (!Array.isArray(value)) this.wrong(parent, key, 'an array', how);
    return (Array.isArray(value) ? value : []).flatMap((object, i) => {
      const pointer = childPointer(at, i);
      if (isObject(object)) return [{ object, pointer }];
      const message = `${how.element} must be an object, but it is ${typeName(object)}.`;
      this.error('field_type', pointer, message, `Give ${how.form}.`, object);
      return [];
    });
  }

  /** A text member: reported when missing, not a string or blank, and then undefined. */
  text(parent: Block, key: string, how: TextRule): string | undefined {
    const value = parent.object[key];
    if (typeof value === 'string') {
      if (!isBlank(value)) return value;
      this.error('field_blank', childPointer(parent.pointer, key), `"${key}" is blank.`, how.fix, value);
    } else if (value !== null || !how.nullable) this.wrong(parent, key, 'a string', how);
    return undefined;
  }

  /** A list of unique non-blank strings: type errors are reported per element, duplicates as warnings. */
  texts(
    parent: Block,
    key: string,
    how: { readonly optional?: boolean; readonly fix: string },
  ): readonly string[] | undefined {
    const value = parent.object[key];
    if (!Array.isArray(value)) {
      this.wrong(parent, key, 'an array of strings', how);
      return undefined;
    }
    const seen = new Set<string>();
    for (const [i, item] of value.entries()) {
      if (typeof item === 'string' && !isBlank(item) && !seen.has(item)) seen.add(item);
      else this.element(childPointer(childPointer(parent.pointer, key), i), key, item, how.fix);
    }
    return [...seen];
  }

  private element(at: string, key: string, item: unknown, fix: string): void {
    if (typeof item !== 'string') {
      const message = `Each element of "${key}" must be a string, but this is ${typeName(item)}.`;
      this.error('field_type', at, message, fix, item);
    } else if (isBlank(item)) this.error('field_blank', at, `An element of "${key}" is blank.`, fix, item);
    else this.warn('list_repeat', at, `"${item}" is listed twice in "${key}".`, 'List it once.', item);
  }

  /** Reports a member that is missing or has the wrong type. */
  private wrong(
    parent: Block,
    key: string,
    what: string,
    how: { readonly optional?: boolean; readonly fix: string },
  ): void {
    const value = parent.object[key];
    if (value === undefined && how.optional) return;
    const at = childPointer(parent.pointer, key);
    if (value === undefined) this.error('field_missing', at, `"${key}" is missing.`, how.fix);
    else this.error('field_type', at, `"${key}" must be ${what}, but it is ${typeName(value)}.`, how.fix, value);
  }

  /** A text member with one of the given values, compared exactly; a value in the wrong case is named. */
  oneOf(
    parent: Block,
    key: string,
    code: string,
    values: readonly string[],
    how: Omit<TextRule, 'fix'> = {},
  ): string | undefined {
    const given = parent.object[key];
    if (typeof given === 'string' && values.includes(given)) return given;
    const fix = `Use one of ${values.join(', ')}.`;
    const value = this.text(parent, key, { ...how, fix });
    if (value === undefined) return undefined;
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

/** True for a text of white space only. */
function isBlank(text: string): boolean {
  return text.trim() === '';
}
