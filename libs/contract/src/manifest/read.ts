import { checkEnvelope } from '../envelope/parse.js';
import { hasErrors, type Issue } from '../issue.js';
import { digestOf } from '../json/canonical.js';
import { typeName } from '../json/describe.js';
import { locatePointers, parseStrictJson, type JsonLimits } from '../json/strict.js';
import { isObject, type JsonObject } from '../json/types.js';
import { fromFlat, fromStructured } from './canonical.js';
import { RuleReport } from './rule.js';
import { manifestRules } from './rules/index.js';
import { shapeOf } from './shape.js';
import type { CanonicalManifest, ManifestOptions, ManifestShape } from './types.js';

/** A manifest as read: canonical when it is valid, and everything there is to say about it in any case. */
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
    return { ok: false, shape: null, manifest: null, digest: null, issues: [issue] };
  }
  const digest = digestOf(value);
  const shape = shapeOf(value);
  if (shape === 'mixed') {
    const issue: Issue = {
      code: 'manifest_mixed_shape',
      level: 'error',
      pointer: '',
      clause: CLAUSE,
      message: 'The manifest mixes the flat and the structured shape.',
      fix: 'Keep schema_version, drive and endpoints and move name, category and the like into "drive"; or publish only flat fields.',
    };
    return { ok: false, shape, manifest: null, digest, issues: [issue] };
  }
  const issues: Issue[] = [];
  for (const rule of manifestRules) {
    if (rule.shapes.includes(shape)) rule.check(value, new RuleReport(rule, issues, options, shape));
  }
  const ok = !hasErrors(issues);
  const manifest = ok ? (shape === 'flat' ? fromFlat(value) : fromStructured(value)) : null;
  return { ok, shape, manifest, digest, issues };
}

/** How a manifest document is read. */
export interface ManifestDocumentOptions extends ManifestOptions {
  /** `required` for what a URL serves: bare data is malformed. `optional` for a file: either form. */
  readonly envelope: 'required' | 'optional';
  readonly limits?: Partial<JsonLimits>;
}

/** A document as read; `raw` is the manifest value inside it, if any. Issues carry line and column of the document. */
export interface ManifestDocument extends ManifestReading {
  readonly raw: JsonObject | null;
}

function located(text: string, prefix: string, issues: readonly Issue[]): Issue[] {
  if (issues.length === 0) return [];
  const locate = locatePointers(text);
  return issues.map((issue) => ({ ...issue, ...locate(`${prefix}${issue.pointer}`) }));
}

/** Reads a manifest document from its bytes: strict JSON, envelope, manifest. Never throws. */
export function readManifestDocument(body: Uint8Array | string, options: ManifestDocumentOptions): ManifestDocument {
  const parsed = parseStrictJson(body, options.limits);
  if (!parsed.ok) return { ok: false, shape: null, manifest: null, digest: null, raw: null, issues: [parsed.issue] };
  const { value, text } = parsed;
  const enveloped = isObject(value) && Object.hasOwn(value, 'ok');
  const inner = enveloped ? value.data : value;
  let envelopeIssues: readonly Issue[] = [];
  if (enveloped || options.envelope === 'required') {
    const checked = checkEnvelope(value);
    envelopeIssues = checked.issues;
    if (checked.ok && !checked.envelope.ok) {
      envelopeIssues = [
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
  }
  const here = located(text, '', envelopeIssues);
  if (!isObject(inner)) {
    const issues = here.length > 0 ? here : readManifest(inner, options).issues;
    return { ok: false, shape: null, manifest: null, digest: null, raw: null, issues };
  }
  const reading = readManifest(inner, options);
  const issues = [...here, ...located(text, enveloped ? '/data' : '', reading.issues)];
  const ok = !hasErrors(issues);
  return { ...reading, ok, manifest: ok ? reading.manifest : null, raw: inner, issues };
}
