import { describe, typeName } from '../json/describe.js';
import { parseStrictJson, type JsonLimits } from '../json/strict.js';
import { isObject, type JsonObject } from '../json/types.js';
import type { Issue } from '../issue.js';
import type { Envelope } from './envelope.js';

/** A well-formed envelope, or all its errors. */
export type EnvelopeResult =
  | { readonly ok: true; readonly envelope: Envelope<JsonObject>; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const CLAUSE = 'Response envelope';
// Date and time with an offset; Date checks the calendar.
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;

function issue(code: string, pointer: string, message: string, fix: string, received?: unknown): Issue {
  return { code, level: 'error', pointer, message, fix, clause: CLAUSE, received: describe(received) };
}

/** True for an ISO 8601 timestamp with a time zone that is a real instant. */
export function isIsoTimestamp(text: string): boolean {
  if (!ISO_8601.test(text)) return false;
  const spelled = text.replace(',', '.').replace(/[+-]\d{2}$/, '$&:00');
  const day = new Date(Date.parse(text.slice(0, 10)));
  // Date rolls 30 February over into March.
  return !Number.isNaN(Date.parse(spelled)) && day.getUTCDate() === Number(text.slice(8, 10));
}

function checkSuccess(value: JsonObject): Issue[] {
  const issues: Issue[] = [];
  if (!isObject(value.data)) {
    issues.push(
      issue(
        'envelope_data',
        '/data',
        `"data" must be an object, but it is ${typeName(value.data)}.`,
        'Put the answer into an object under "data".',
        value.data,
      ),
    );
  }
  const meta = value.meta;
  if (!isObject(meta)) {
    issues.push(
      issue(
        'envelope_meta',
        '/meta',
        `"meta" must be an object, but it is ${typeName(meta)}.`,
        'Add "meta": { "version": "v1", "generated_at": "<ISO 8601>" }.',
        meta,
      ),
    );
    return issues;
  }
  if (typeof meta.version !== 'string' || meta.version === '') {
    issues.push(
      issue(
        'envelope_meta_version',
        '/meta/version',
        '"meta.version" must be a non-empty string.',
        'Name the response version, for example "v1".',
        meta.version,
      ),
    );
  }
  if (typeof meta.generated_at !== 'string' || !isIsoTimestamp(meta.generated_at)) {
    issues.push(
      issue(
        'envelope_meta_generated_at',
        '/meta/generated_at',
        '"meta.generated_at" must be an ISO 8601 timestamp with a time zone.',
        'Use new Date().toISOString() or its like.',
        meta.generated_at,
      ),
    );
  }
  return issues;
}

/** Checks a parsed JSON value against the envelope (contract: Response envelope). Reports all issues at once. */
export function checkEnvelope(value: unknown): EnvelopeResult {
  if (!isObject(value)) {
    return {
      ok: false,
      issues: [
        issue(
          'envelope_not_object',
          '',
          `The answer must be an object, but it is ${typeName(value)}.`,
          'Wrap it: { "ok": true, "data": ..., "meta": ... }.',
          value,
        ),
      ],
    };
  }
  if (typeof value.ok !== 'boolean') {
    const bare = value.ok === undefined;
    const code = bare ? 'envelope_bare_data' : 'envelope_ok';
    const message = bare
      ? 'The answer is bare data without the envelope.'
      : `"ok" must be true or false, but it is ${typeName(value.ok)}.`;
    return {
      ok: false,
      issues: [
        issue(
          code,
          bare ? '' : '/ok',
          message,
          'Wrap it: { "ok": true, "data": ..., "meta": ... }.',
          bare ? value : value.ok,
        ),
      ],
    };
  }
  if (value.ok) {
    const issues = checkSuccess(value);
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, envelope: value as unknown as Envelope<JsonObject>, issues };
  }
  if (typeof value.error !== 'string' || value.error === '') {
    return {
      ok: false,
      issues: [
        issue(
          'envelope_error',
          '/error',
          `"error" must be a non-empty string, but it is ${typeName(value.error)}.`,
          'Give the reason as one string: { "ok": false, "error": "<reason>" }.',
          value.error,
        ),
      ],
    };
  }
  return { ok: true, envelope: value as unknown as Envelope<JsonObject>, issues: [] };
}

/**
 * Parses a response body strictly: JSON within limits, then the envelope. Reports each error with its position.
 * @param body the bytes (or text) as received.
 */
export function parseEnvelope(body: Uint8Array | string, limits?: Partial<JsonLimits>): EnvelopeResult {
  const parsed = parseStrictJson(body, limits);
  return parsed.ok ? checkEnvelope(parsed.value) : { ok: false, issues: [parsed.issue] };
}
