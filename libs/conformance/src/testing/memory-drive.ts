import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  failure,
  OPTIONAL_ENDPOINT_NAMES,
  prepareKey,
  success,
  verify,
  type JsonObject,
  type SigningKey,
} from '@portal/contract';
import type { ProbeEndpoint } from '../probe/probe.js';
import type { TlsFacts, Transport, TransportFailure, TransportRequest } from '../probe/transport.js';
import { DriveState, type Answer } from './drive-state.js';

export const ORIGIN = 'https://drive.example';
export const SECRET = 'memory-drive-secret-0123456789abcdef';
/** The previous secret. */
export const PREVIOUS_SECRET = 'memory-drive-earlier-0123456789abcdef';
export const NOW = 1_763_700_000_000;

const vectors = path.resolve(__dirname, '../../../contract/vectors/manifests-good.json');

/** The good manifests of the contract's vectors: structured, flat, minimal. */
export function goodManifest(name: 'structured' | 'flat' | 'minimal'): JsonObject {
  return structuredClone((JSON.parse(readFileSync(vectors, 'utf8')) as Record<string, JsonObject>)[name]!);
}

/** Faults of a Drive: each hook gets the correct behaviour and may change it. */
export interface Faults {
  manifest?: (manifest: JsonObject) => void;
  /** Overrides the verification result: null accepts, a string refuses with that reason. */
  verdict?: (right: string | null, request: TransportRequest, name: ProbeEndpoint) => string | null;
  /** Changes the response of an endpoint. */
  answer?: (answer: Answer, name: ProbeEndpoint, request: TransportRequest, n: number) => Answer | TransportFailure;
  /** Requires a signature for public endpoints too. */
  gateEverything?: boolean;
  secret?: string | Uint8Array;
  /** Accepted in addition to the current one, as during a rotation. */
  previousSecret?: string;
  /** The transport's data about the connection, or none. */
  tls?: TlsFacts | null;
  /** Origin of the Drive, instead of its usual one. */
  origin?: string;
  /** Treats HEAD as GET, as many frameworks do. */
  answersHead?: boolean;
  reads?: (data: Record<string, unknown>, name: ProbeEndpoint) => void;
  /** Any signed call reads everything, whatever its token. */
  ignoresTokens?: boolean;
  /** Replaces the state of the Drive. */
  state?: (state: DriveState) => void;
  /** Headers of its exposed pages; without them there are none. */
  pages?: Record<string, string>;
  /** Bytes of the icon; without them it does not respond. */
  icon?: Uint8Array;
  /** Duration of the nth response, ms. */
  durationMs?: (name: ProbeEndpoint | undefined, n: number) => number;
}

const NOBODY = { id: '', tenantId: null };
/** A tenant that has used up its quota. */
export const OVER_QUOTA = { tenantId: 'tenant-over-quota', ventureId: 'venture-over-quota' };
const GOOD_TLS: TlsFacts = { protocol: 'TLSv1.3', validToMs: NOW + 60 * 86_400_000 };
const META = { version: '1.0.0', generatedAt: new Date(NOW) };

/** An in-memory Drive that follows the contract except for the given faults. `requests` records every request. */
export function memoryDrive(
  base: JsonObject,
  faults: Faults = {},
): { transport: Transport; requests: TransportRequest[]; state: DriveState } {
  const state = new DriveState(NOW);
  faults.state?.(state);
  const manifest = structuredClone(base);
  faults.manifest?.(manifest);
  const keys: SigningKey[] = [faults.secret ?? SECRET, faults.previousSecret ?? PREVIOUS_SECRET].map((one) =>
    prepareKey(one),
  );
  const block = (
    typeof manifest.endpoints === 'object' && manifest.endpoints !== null ? manifest.endpoints : {}
  ) as Record<string, unknown>;
  const pathOf = (name: string, fallback: string): string => (typeof block[name] === 'string' ? block[name] : fallback);
  const routes: (readonly [ProbeEndpoint, string, RegExp])[] = [
    ['health', 'GET', pattern(pathOf('health', '/api/platform/health'))],
    ['manifest', 'GET', pattern(pathOf('manifest', '/api/platform/drive/manifest'))],
    ['metrics', 'GET', pattern(pathOf('metrics', '/api/platform/metrics'))],
    ['events', 'GET', pattern(pathOf('events', '/api/platform/events'))],
    ['billing', 'GET', pattern(pathOf('billing', '/api/platform/billing'))],
    ['install', 'POST', pattern(pathOf('install', '/api/platform/install'))],
    ['uninstall', 'DELETE', pattern(pathOf('uninstall', '/api/platform/install/:id'))],
    ...OPTIONAL_ENDPOINT_NAMES.flatMap((name) =>
      typeof block[name] === 'string' ? [[name, 'POST', pattern(block[name])] as const] : [],
    ),
  ];
  const requests: TransportRequest[] = [];

  /** For a call with a token: the data of that install. */
  function data(name: ProbeEndpoint, query: URLSearchParams, token?: string): Record<string, unknown> {
    const own = token !== undefined && !faults.ignoresTokens ? (state.byToken(token) ?? NOBODY) : undefined;
    const result: Partial<Record<ProbeEndpoint, Record<string, unknown>>> = {
      health: { status: 'ok', uptime_s: 1 },
      manifest,
      metrics: { installs_active: state.active() },
      events: {
        events: state.events(query.get('since')).filter(({ payload }) => !own || payload.install_id === own.id),
      },
      billing: state.billing(own ? own.tenantId : query.get('tenant_id')),
    };
    const data = structuredClone(result[name] ?? {});
    faults.reads?.(data, name);
    return data;
  }

  function right(name: ProbeEndpoint, request: TransportRequest): Answer {
    const gated = (name !== 'health' && name !== 'manifest') || faults.gateEverything === true;
    const { pathname, search, searchParams } = new URL(request.url);
    const checked = verify({ headers: request.headers, path: pathname + search, keys, nowMs: NOW });
    const refusal = checked.ok ? null : checked.reason;
    const verdict = gated ? (faults.verdict ? faults.verdict(refusal, request, name) : refusal) : null;
    if (verdict !== null) return { status: 401, body: failure(verdict) };
    if (name === 'install') return state.install(request.body);
    if (name === 'receive') return state.receive(request.body, META);
    if (name === 'config_update') return state.configure(request.body);
    if (name === 'uninstall') return state.revoke(decodeURIComponent(routes[6]![2].exec(pathname)![1]!));
    const token = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    return { status: 200, body: success(data(name, searchParams, token), META) };
  }

  const transport: Transport = async (request) => {
    requests.push(request);
    const { pathname } = new URL(request.url);
    if (faults.icon && request.url === iconOf(manifest))
      return { status: 200, headers: {}, body: faults.icon, durationMs: 1 };
    const asked = faults.answersHead && request.method === 'HEAD' ? 'GET' : request.method;
    const name = routes.find(([, method, route]) => method === asked && route.test(pathname))?.[0];
    let answer: Answer | TransportFailure = name ? right(name, request) : { status: 404, body: failure('not-found') };
    if (faults.pages && request.headers.accept === 'text/html')
      answer = { status: 200, body: '<!doctype html>', headers: faults.pages };
    if (name && faults.answer) answer = faults.answer(answer, name, request, requests.length - 1);
    if ('failure' in answer) return answer;
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        'strict-transport-security': 'max-age=31536000',
        ...answer.headers,
      },
      body: Buffer.from(body),
      ...(faults.tls === null ? {} : { tls: faults.tls ?? GOOD_TLS }),
      durationMs: faults.durationMs?.(name, requests.length - 1) ?? 1,
    };
  };
  return { transport, requests, state };
}

function iconOf(manifest: JsonObject): unknown {
  return ((manifest.drive as JsonObject | undefined) ?? manifest).icon_url;
}

function pattern(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(':id', '([^/]+)')}$`);
}
