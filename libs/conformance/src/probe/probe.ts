import {
  headerValue,
  isObject,
  MAX_SKEW_MS,
  parseEnvelope,
  prepareKey,
  SIGNATURE_HEADER,
  signatureReason,
  TIMESTAMP_HEADER,
  type EndpointName,
  type EnvelopeResult,
  type EventRow,
  type OptionalEndpointName,
} from '@portal/contract';
import type { CheckContext } from './context.js';
import type { Recipe, SignedRecipe } from '../signing/reproduce.js';
import type { TransportFailure, TransportRequest, TransportResponse } from './transport.js';

/** The seven endpoints, and the optional ones. */
export type ProbeEndpoint = EndpointName | OptionalEndpointName;

/** One call of a check. */
export interface Call {
  readonly endpoint: ProbeEndpoint;
  /** Default: the endpoint's own. */
  readonly method?: TransportRequest['method'];
  /** Path and query as sent; default: the manifest's path with an unknown id and the usual query. */
  readonly path?: string;
  /** Description of the request. */
  readonly sent: string;
  readonly recipe: Recipe;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** Nothing is sent, and the response is the failure `skipped`. */
  readonly skip?: boolean;
  /** Signature headers of an earlier probe, sent again instead of new ones. */
  readonly made?: Readonly<Record<string, string>>;
}

/** A call and its response. */
export interface ProbeResult {
  readonly method: TransportRequest['method'];
  readonly url: string;
  /** Path as the manifest writes it. */
  readonly pathTemplate: string;
  /** Description of the request. */
  readonly sent: string;
  readonly recipe: Recipe;
  /** The signature headers that were sent; never shown. */
  readonly made: Readonly<Record<string, string>>;
  readonly extra: { headers?: Readonly<Record<string, string>>; body?: string };
  readonly answer: TransportResponse | TransportFailure;
  readonly envelope: EnvelopeResult | null;
  /** Canonical reason if the response is a refusal in a known spelling. */
  readonly reason: ReturnType<typeof signatureReason>;
}

/** One read of the event log. */
export interface EventPull {
  readonly probe: ProbeResult;
  /** Null when the response has no list. */
  readonly rows: readonly EventRow[] | null;
}

/** 6 minutes, one more than allowed. */
const STALE_SECONDS = 360;
/** Methods of the seven endpoints (contract: Endpoints). */
export const METHODS: Readonly<Record<ProbeEndpoint, TransportRequest['method']>> = {
  health: 'GET',
  manifest: 'GET',
  metrics: 'GET',
  events: 'GET',
  billing: 'GET',
  install: 'POST',
  uninstall: 'DELETE',
  receive: 'POST',
  config_update: 'POST',
};
// Reads have a query, to find verifiers that ignore it.
const QUERIES: Readonly<Partial<Record<ProbeEndpoint, string>>> = {
  events: '?since=0',
  billing: '?tenant_id=conformance-probe',
};

/** A correctly signed call with the Drive's real key, `offsetSeconds` from now. */
export const correct = (offsetSeconds = 0): SignedRecipe => ({ kind: 'signed', key: null, offsetSeconds });

/** Like `correct`, with the previous key. */
export const byPrevious = (offsetSeconds = 0): SignedRecipe => ({ ...correct(offsetSeconds), previous: true });

/** Variants of a call. Only `valid` and `stale-valid` use the Drive's real key, through the signer. */
const PROBES = {
  unsigned: { sent: 'no signature headers', recipe: () => ({ kind: 'none' }) },
  'no-timestamp': {
    sent: 'a signature header, but no timestamp header',
    recipe: () => ({ kind: 'literal', headers: { [SIGNATURE_HEADER]: '0'.repeat(64) } }),
  },
  'no-signature': {
    sent: 'a timestamp header, but no signature header',
    recipe: ({ input }) => ({ kind: 'literal', headers: { [TIMESTAMP_HEADER]: String(input.now()) } }),
  },
  stale: {
    sent: 'a timestamp 6 minutes old, signed with a key that is not yours',
    recipe: ({ strangerKey: key }) => ({ kind: 'signed', key, offsetSeconds: -STALE_SECONDS }),
  },
  'wrong-length': {
    sent: 'a fresh timestamp and a signature of 62 hex digits',
    recipe: ({ strangerKey: key }) => ({ kind: 'signed', key, offsetSeconds: 0, keep: 62 }),
  },
  stranger: {
    sent: 'a fresh timestamp and a well-formed signature made with a key that is not yours',
    recipe: ({ strangerKey: key }) => ({ kind: 'signed', key, offsetSeconds: 0 }),
  },
  'empty-key': {
    sent: 'a fresh timestamp and a signature made with the empty key',
    recipe: () => ({ kind: 'signed', key: '', offsetSeconds: 0 }),
  },
  valid: { sent: 'a fresh timestamp and a correct signature', recipe: () => correct() },
  'stale-valid': { sent: 'a timestamp 6 minutes old and a correct signature', recipe: () => correct(-STALE_SECONDS) },
} satisfies Record<string, { sent: string; recipe: (context: CheckContext) => Recipe }>;
export type ProbeKind = keyof typeof PROBES;

/** Whether only the key and the time differ from the contract, so that a simple signer can sign it. */
function isPlain(recipe: SignedRecipe): boolean {
  const { kind: _kind, key: _key, offsetSeconds: _offset, previous: _previous, ...rest } = recipe;
  return Object.values(rest).every((value) => value === undefined);
}

/** The two headers of a recipe; null when this run cannot sign it (no key, or a misreading that gives no other key). */
function signedHeaders(
  context: CheckContext,
  recipe: SignedRecipe,
  path: string,
): Readonly<Record<string, string>> | null {
  const { now, signer, previousSigner, mac } = context.input;
  const timestampMs = now() + recipe.offsetSeconds * 1000;
  if (recipe.previous) return previousSigner?.(path, timestampMs) ?? null;
  if (recipe.key === null && isPlain(recipe) && signer) return signer(path, timestampMs);
  const timestamp = recipe.timestamp ?? String(recipe.unit === 's' ? Math.floor(timestampMs / 1000) : timestampMs);
  const payload = (recipe.payload ?? [null, ':', path]).map((part) => part ?? timestamp).join('');
  // HMAC pads keys with zeros, so one zero byte signs like the empty key, which the library refuses to prepare.
  const digest =
    recipe.key === null
      ? mac?.(payload, recipe.reading)
      : Buffer.from(prepareKey(recipe.key === '' ? new Uint8Array(1) : recipe.key).hmacHex(payload), 'hex');
  if (!digest) return null;
  const hex = Buffer.from(digest).toString('hex');
  const text =
    recipe.encoding === 'base64'
      ? Buffer.from(digest).toString('base64')
      : recipe.encoding === 'upper_hex'
        ? hex.toUpperCase()
        : hex;
  const name = (header: string): string => (recipe.upperCaseNames ? header.toUpperCase() : header);
  return {
    [name(TIMESTAMP_HEADER)]: timestamp,
    [name(SIGNATURE_HEADER)]:
      `${recipe.prefix ?? ''}${text.slice(0, recipe.keep ?? text.length)}${recipe.suffix ?? ''}`,
  };
}

/** A signer that only signs the current time cannot be used for another time, which would blame a correct Drive. */
function isAsAsked(recipe: Recipe, headers: Readonly<Record<string, string>>, nowMs: number): boolean {
  if (recipe.kind !== 'signed' || recipe.key !== null || recipe.offsetSeconds === 0 || !isPlain(recipe)) return true;
  const sentAtMs = Number(headerValue(headers, 'x-platform-timestamp'));
  const wantedMs = nowMs + recipe.offsetSeconds * 1000;
  return Math.abs(sentAtMs - wantedMs) < 2_000 || Math.abs(nowMs - sentAtMs) > MAX_SKEW_MS;
}

/** Sends one call, within the budget and log of the run. */
export async function sendCall(context: CheckContext, call: Call): Promise<ProbeResult> {
  const template = context.endpoints()![call.endpoint] ?? '';
  const path =
    call.path ??
    template.replace(':id', `conformance-probe-${context.strangerKey.slice(0, 12)}`) + (QUERIES[call.endpoint] ?? '');
  const method = call.method ?? METHODS[call.endpoint];
  const url = context.origin + path;
  const { recipe } = call;
  const made =
    call.made ??
    (recipe.kind === 'none' ? {} : recipe.kind === 'literal' ? recipe.headers : signedHeaders(context, recipe, path));
  const extra = {
    // Shown in findings, so it must not contain the token of an install.
    ...(call.headers
      ? {
          headers: {
            ...call.headers,
            ...('authorization' in call.headers && { authorization: 'Bearer <scoped_token>' }),
          },
        }
      : {}),
    ...(call.body === undefined ? {} : { body: call.body }),
  };
  const sendable = call.skip !== true && made !== null && isAsAsked(recipe, made, context.input.now());
  const answer = sendable
    ? await context.request(
        {
          method,
          url,
          headers: { accept: 'application/json', ...made, ...call.headers },
          ...(call.body === undefined ? {} : { body: call.body }),
        },
        call.sent,
      )
    : { failure: 'skipped' };
  const read = readOnce(answer);
  return {
    method,
    url,
    pathTemplate: template,
    sent: call.sent,
    recipe,
    made: made ?? {},
    extra,
    answer,
    get envelope() {
      return read().envelope;
    },
    get reason() {
      return read().reason;
    },
  };
}

/** Reads the body on demand: a search for a recipe sends many calls and uses their status only. */
function readOnce(answer: TransportResponse | TransportFailure): () => Pick<ProbeResult, 'envelope' | 'reason'> {
  let known: Pick<ProbeResult, 'envelope' | 'reason'> | undefined;
  return () => {
    if (known) return known;
    const envelope = 'failure' in answer ? null : parseEnvelope(answer.body, { maxBytes: 1024 * 1024 });
    const error =
      envelope?.ok === true && isObject(envelope.envelope) && !envelope.envelope.ok ? envelope.envelope.error : null;
    known = { envelope, reason: signatureReason(error) };
    return known;
  };
}

/** Sends one of the standard probes. With `skip` nothing is sent and the response is the failure `skipped`. */
export function sendProbe(context: CheckContext, endpoint: ProbeEndpoint, kind: ProbeKind, skip: boolean) {
  const { sent, recipe } = PROBES[kind];
  return sendCall(context, { endpoint, sent, recipe: recipe(context), skip });
}
