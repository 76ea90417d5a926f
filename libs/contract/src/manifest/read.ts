import { checkEnvelope, type EnvelopeResult } from '../envelope/parse.js';
import { hasErrors, type Issue } from '../issue.js';
import { digestOf } from '../json/digest.js';
import { typeName } from '../json/describe.js';
import { locatePointers } from '../json/locate.js';
import { parseStrictJson } from '../json/strict.js';
import { isObject, type JsonObject } from '../json/types.js';
import { canonicalManifest, type CanonicalManifest } from './canonical.js';
import { RuleReport, type ManifestRule } from './rule.js';
import { manifestRules } from './rules/index.js';
import { shapeOf } from './shape.js';
import type { ManifestOptions, ManifestShape } from './types.js';

/**
 * A parsed manifest: canonical if it is valid, and all issues. `manifest`, `digest` and `issues` are getters: access
 * them by name, because a spread loses them.
 */
export interface ManifestReading {
  /** True when no issue is an error. */
  readonly ok: boolean;
  readonly shape: ManifestShape | 'mixed' | null;
  /** Null unless `ok`. */
  readonly manifest: CanonicalManifest | null;
  /** Digest of the manifest value (canonical JSON, SHA-256 hex); null when there is no object. */
  readonly digest: string | null;
  /** All issues at once, pointers relative to the manifest. */
  readonly issues: readonly Issue[];
}

const CLAUSE = 'Drive manifest';
const NO_ISSUES: readonly Issue[] = [];

/** A text, and the pointer of the value in it to which pointers of issues are relative. */
interface Source {
  readonly text: string;
  readonly prefix: string;
}

/** A result whose digest, canonical form and positions are computed on first access. */
class Reading implements ManifestDocument {
  private made: CanonicalManifest | null | undefined;
  private hash: string | undefined;
  private places: readonly Issue[] | undefined;
  readonly ok: boolean;

  constructor(
    readonly shape: ManifestShape | 'mixed' | null,
    readonly raw: JsonObject | null,
    private readonly inside: readonly Issue[],
    private readonly source: Source | null = null,
    /** Issues that come first and already have positions. */
    private readonly outside: readonly Issue[] = NO_ISSUES,
  ) {
    this.ok = !hasErrors(inside) && !hasErrors(outside);
  }

  get issues(): readonly Issue[] {
    if (this.source === null) return this.inside;
    return (this.places ??= [...this.outside, ...located(this.source, this.inside)]);
  }

  get manifest(): CanonicalManifest | null {
    if (!this.ok || this.raw === null || this.shape === null || this.shape === 'mixed') return null;
    return (this.made ??= canonicalManifest(this.raw, this.shape));
  }

  get digest(): string | null {
    return this.raw === null ? null : (this.hash ??= digestOf(this.raw));
  }
}

const MIXED: Issue = {
  code: 'manifest_mixed_shape',
  level: 'error',
  pointer: '',
  clause: CLAUSE,
  message: 'The manifest mixes the flat and the structured shape.',
  fix: 'Keep schema_version, drive and endpoints and move name, category and the like into "drive"; or publish only flat fields.',
};

const RULES: Readonly<Record<ManifestShape, readonly ManifestRule[]>> = {
  flat: manifestRules.filter((rule) => rule.shapes.includes('flat')),
  structured: manifestRules.filter((rule) => rule.shapes.includes('structured')),
};

/** Reads a parsed manifest of either shape: all field rules of the contract, all issues at once. Never throws. */
export function readManifest(value: unknown, options: ManifestOptions = {}): ManifestReading {
  if (!isObject(value)) {
    const issue: Issue = {
      code: 'manifest_not_object',
      level: 'error',
      pointer: '',
      clause: CLAUSE,
      message: `A manifest must be an object, but it is ${typeName(value)}.`,
      fix: 'Serve one JSON object.',
    };
    return new Reading(null, null, [issue]);
  }
  const shape = shapeOf(value);
  return new Reading(shape, value, shape === 'mixed' ? [MIXED] : judge(value, shape, options));
}

/** All rules of a shape, in order. */
function judge(value: JsonObject, shape: ManifestShape, options: ManifestOptions): Issue[] {
  const report = new RuleReport(value, options, shape);
  RULES[shape].forEach(report.judge, report);
  return report.issues;
}

/** How a manifest document is read. */
export interface ManifestDocumentOptions extends ManifestOptions {
  /** `required` for a URL: bare data is malformed. `optional` for a file: either form. */
  readonly envelope: 'required' | 'optional';
}

/** A parsed document; `raw` is the manifest value in it, if any. Issues have line and column of the document. */
export interface ManifestDocument extends ManifestReading {
  readonly raw: JsonObject | null;
}

function located({ text, prefix }: Source, issues: readonly Issue[]): readonly Issue[] {
  if (issues.length === 0) return issues;
  const locate = locatePointers(text);
  return issues.map((issue) => ({ ...issue, ...locate(`${prefix}${issue.pointer}`) }));
}

/** Reads a manifest document from bytes: strict JSON, envelope, manifest. Never throws. */
export function readManifestDocument(body: Uint8Array | string, options: ManifestDocumentOptions): ManifestDocument {
  const parsed = parseStrictJson(body);
  if (!parsed.ok) return new Reading(null, null, [parsed.issue]);
  const { value, text } = parsed;
  const enveloped = isObject(value) && Object.hasOwn(value, 'ok');
  const inner = enveloped ? value.data : value;
  const checked = enveloped || options.envelope === 'required' ? envelopeIssues(checkEnvelope(value)) : NO_ISSUES;
  const outside = located({ text, prefix: '' }, checked);
  if (!isObject(inner)) return new Reading(null, null, outside.length > 0 ? outside : readManifest(inner).issues);
  const shape = shapeOf(inner);
  const inside = shape === 'mixed' ? [MIXED] : judge(inner, shape, options);
  return new Reading(shape, inner, inside, { text, prefix: enveloped ? '/data' : '' }, outside);
}

function envelopeIssues(checked: EnvelopeResult): readonly Issue[] {
  if (!checked.ok || checked.envelope.ok) return checked.issues;
  return [
    {
      code: 'manifest_failure_answer',
      level: 'error',
      pointer: '/error',
      clause: CLAUSE,
      message: `The Drive answered with a failure: ${checked.envelope.error.slice(0, 80)}.`,
      fix: 'Serve the manifest.',
    },
  ];
}
