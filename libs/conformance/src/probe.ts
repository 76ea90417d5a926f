import {
  headerValue,
  isObject,
  MAX_SKEW_MS,
  parseEnvelope,
  prepareKey,
  SIGNATURE_HEADER,
  signatureHeaders,
  signatureReason,
  TIMESTAMP_HEADER,
  type EndpointName,
  type EnvelopeResult,
} from '@portal/contract';
import type { CheckContext } from './context.js';
import type { Recipe } from './reproduce.js';
import type { TransportFailure, TransportRequest, TransportResponse } from './transport.js';

/** Ways to call an endpoint. Only `valid` and `stale-valid` use the Drive's real key, through the signer. */
export type ProbeKind =
  | 'unsigned'
  | 'no-timestamp'
  | 'no-signature'
  | 'stale'
  | 'wrong-length'
  | 'stranger'
  | 'empty-key'
  | 'valid'
  | 'stale-valid';

/** A probe and its answer. */
export interface ProbeResult {
  readonly kind: ProbeKind;
  readonly method: TransportRequest['method'];
  readonly url: string;
  /** Path as the manifest writes it. */
  readonly pathTemplate: string;
  /** What was sent, in words. */
  readonly sent: string;
  readonly recipe: Recipe;
  readonly answer: TransportResponse | TransportFailure;
  readonly envelope: EnvelopeResult | null;
  /** Canonical reason when the answer is a refusal that is spelled as known. */
  readonly reason: ReturnType<typeof signatureReason>;
}

/** 6 minutes, one more than allowed. */
const STALE_SECONDS = 360;
const METHODS: Readonly<Record<EndpointName, TransportRequest['method']>> = {
  health: 'GET',
  manifest: 'GET',
  metrics: 'GET',
  events: 'GET',
  billing: 'GET',
  install: 'POST',
  uninstall: 'DELETE',
};
// Reads carry a query, because a verifier that drops it must be found out.
const QUERIES: Readonly<Partial<Record<EndpointName, string>>> = {
  events: '?since=0',
  billing: '?tenant_id=conformance-probe',
};

const WORDS: Readonly<Record<ProbeKind, string>> = {
  unsigned: 'no signature headers',
  'no-timestamp': 'a signature header, but no timestamp header',
  'no-signature': 'a timestamp header, but no signature header',
  stale: 'a timestamp 6 minutes old, signed with a key that is not yours',
  'wrong-length': 'a fresh timestamp and a signature of 62 hex digits',
  stranger: 'a fresh timestamp and a well-formed signature made with a key that is not yours',
  'empty-key': 'a fresh timestamp and a signature made with the empty key',
  valid: 'a fresh timestamp and a correct signature',
  'stale-valid': 'a timestamp 6 minutes old and a correct signature',
};

function recipeOf(context: CheckContext, kind: ProbeKind): Recipe {
  const key = context.strangerKey;
  switch (kind) {
    case 'unsigned':
      return { kind: 'none' };
    case 'no-timestamp':
      return { kind: 'literal', headers: { [SIGNATURE_HEADER]: '0'.repeat(64) } };
    case 'no-signature':
      return { kind: 'literal', headers: { [TIMESTAMP_HEADER]: String(context.input.now()) } };
    case 'stale':
      return { kind: 'signed', key, offsetSeconds: -STALE_SECONDS };
    case 'wrong-length':
      return { kind: 'signed', key, offsetSeconds: 0, keep: 62 };
    case 'stranger':
      return { kind: 'signed', key, offsetSeconds: 0 };
    case 'empty-key':
      return { kind: 'signed', key: '', offsetSeconds: 0 };
    case 'valid':
      return { kind: 'signed', key: null, offsetSeconds: 0 };
    case 'stale-valid':
      return { kind: 'signed', key: null, offsetSeconds: -STALE_SECONDS };
  }
}

function headersOf(context: CheckContext, recipe: Recipe, path: string): Readonly<Record<string, string>> {
  if (recipe.kind === 'none') return {};
  if (recipe.kind === 'literal') return recipe.headers;
  const timestampMs = context.input.now() + recipe.offsetSeconds * 1000;
  if (recipe.key === null) return context.input.signer!(path, timestampMs);
  // HMAC pads a key with zeros, so one zero byte signs like the empty key, which the library refuses to prepare.
  const secret = prepareKey(recipe.key === '' ? new Uint8Array(1) : recipe.key);
  const headers = signatureHeaders({ secret, timestampMs, path });
  const signature = headers[SIGNATURE_HEADER].slice(0, recipe.keep ?? 64);
  return { ...headers, [SIGNATURE_HEADER]: signature };
}

function isFresh(headers: Readonly<Record<string, string>>, nowMs: number): boolean {
  const sentAtMs = Number(headerValue(headers, 'x-platform-timestamp'));
  return !(Math.abs(nowMs - sentAtMs) > MAX_SKEW_MS);
}

/** Sends one probe. With `skip` nothing is sent and the answer is the failure `skipped`. */
export async function sendProbe(
  context: CheckContext,
  name: EndpointName,
  kind: ProbeKind,
  skip: boolean,
): Promise<ProbeResult> {
  const template = context.endpoints()![name];
  const path = template.replace(':id', `conformance-probe-${context.strangerKey.slice(0, 12)}`) + (QUERIES[name] ?? '');
  const method = METHODS[name];
  const url = context.origin + path;
  const recipe = recipeOf(context, kind);
  const signature = headersOf(context, recipe, path);
  const headers = { accept: 'application/json', ...signature };
  // A signer that only knows the present cannot sign for the past; its answer would accuse an innocent Drive.
  const tooFresh = kind === 'stale-valid' && isFresh(signature, context.input.now());
  const answer = skip || tooFresh ? { failure: 'skipped' } : await context.input.transport({ method, url, headers });
  const envelope = 'failure' in answer ? null : parseEnvelope(answer.body, { maxBytes: 1024 * 1024 });
  const error =
    envelope?.ok === true && isObject(envelope.envelope) && !envelope.envelope.ok ? envelope.envelope.error : null;
  return {
    kind,
    method,
    url,
    pathTemplate: template,
    sent: WORDS[kind],
    recipe,
    answer,
    envelope,
    reason: signatureReason(error),
  };
}
