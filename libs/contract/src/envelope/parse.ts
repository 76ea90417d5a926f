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

const refuse = (...found: Parameters<typeof issue>): EnvelopeResult => ({ ok: false, issues: [issue(...found)] });

function checkSuccess(value: JsonObject): Issue[] {
  const issues: Issue[] = [];
  const add = (...found: Parameters<typeof issue>): unknown => issues.push(issue(...found));
  const { data, meta } = value;
  if (!isObject(data)) {
    const message = `"data" must be an object, but it is ${typeName(data)}.`;
    add('envelope_data', '/data', message, 'Put the answer into an object under "data".', data);
  }
  if (!isObject(meta)) {
    const message = `"meta" must be an object, but it is ${typeName(meta)}.`;
    add('envelope_meta', '/meta', message, 'Add "meta": { "version": "v1", "generated_at": "<ISO 8601>" }.', meta);
    return issues;
  }
  const { version, generated_at: at } = meta;
  if (typeof version !== 'string' || version === '') {
    const fix = 'Name the response version, for example "v1".';
    add('envelope_meta_version', '/meta/version', '"meta.version" must be a non-empty string.', fix, version);
  }
  if (typeof at !== 'string' || !isIsoTimestamp(at)) {
    const message = '"meta.generated_at" must be an ISO 8601 timestamp with a time zone.';
    const fix = 'Use new Date().toISOString() or its like.';
    add('envelope_meta_generated_at', '/meta/generated_at', message, fix, at);
  }
  return issues;
}

/** Checks a parsed JSON value against the envelope (contract: Response envelope). Reports all issues at once. */
export function checkEnvelope(value: unknown): EnvelopeResult {
  const wrap = 'Wrap it: { "ok": true, "data": ..., "meta": ... }.';
  if (!isObject(value))
    return refuse(
      'envelope_not_object',
      '',
      `The answer must be an object, but it is ${typeName(value)}.`,
      wrap,
      value,
    );
  if (value.ok === undefined)
    return refuse('envelope_bare_data', '', 'The answer is bare data without the envelope.', wrap, value);
  if (typeof value.ok !== 'boolean') {
    const message = `"ok" must be true or false, but it is ${typeName(value.ok)}.`;
    return refuse('envelope_ok', '/ok', message, wrap, value.ok);
  }
  if (value.ok) {
    const issues = checkSuccess(value);
    if (issues.length > 0) return { ok: false, issues };
    return { ok: true, envelope: value as unknown as Envelope<JsonObject>, issues };
  }
  if (typeof value.error !== 'string' || value.error === '')
    return refuse(
      'envelope_error',
      '/error',
      `"error" must be a non-empty string, but it is ${typeName(value.error)}.`,
      'Give the reason as one string: { "ok": false, "error": "<reason>" }.',
      value.error,
    );
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
