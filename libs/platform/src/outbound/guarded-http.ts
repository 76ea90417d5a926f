import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Agent, buildConnector, Dispatcher, request as send } from 'undici';
import type { CallKind } from '../health/measurements.js';
import { traceparent } from '../logging/tracing.js';
import { isPublicAddress } from './address-policy.js';
import { judgeUrl, type PortRange } from './judge-url.js';
import { OutboundError, type OutboundReason } from './outbound-error.js';

export interface OutboundRequest {
  url: string;
  /** For the metrics; `drive` by default. */
  kind?: CallKind;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Timeout of the whole exchange, ms. Default 10,000. */
  timeoutMs?: number;
  /** Maximum size of the body, bytes. Default 256 KiB. */
  maxBytes?: number;
  /**
   * Receives the body of a 200 response in chunks instead of storing it; returning false stops. What ends the body
   * early is in `cut` of the response, not an error; `maxBytes` applies too.
   */
  onBody?: (piece: Buffer) => Promise<boolean>;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  body: Buffer;
  durationMs: number;
  /** Of the latest connection to this origin; absent for plain http. */
  tls?: ConnectionTls;
  /** Why `onBody` did not get the whole body: an error, or `enough`. */
  cut?: OutboundError | 'enough';
}

interface ConnectionTls {
  /** For example `TLSv1.3`. */
  protocol: string | null;
  /** End of the certificate's validity, Unix ms. */
  validToMs: number | null;
}

/** No response: the reason, its cause (for naming a TLS error, never to be shown), and the time waited. */
export interface OutboundFailure {
  failure: OutboundReason;
  cause: unknown;
  durationMs: number;
}

const USER_AGENT = 'DrivePortal/1 (+contract v1)';
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * A connection is not used again in the last of the time for which its server says that it keeps it. The library's own two
 * seconds would mean a new connection for every request to a server that keeps them so long.
 */
const KEEP_ALIVE_MARGIN_MS = 1_000;
const HEADERS_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_ADDRESSES = 32;
/** Number of origins whose latest connection is stored. */
const MAX_ORIGINS = 1_000;

/** Whether a name with these addresses may be connected to: one forbidden address forbids all of them. */
export const mayConnect = (addresses: readonly string[]): boolean =>
  addresses.length <= MAX_ADDRESSES && addresses.every(isPublicAddress);

/** Resolves a name and returns only allowed addresses. */
export const judgedLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const list = Array.isArray(addresses) ? addresses : [];
    if (error || list.length === 0)
      return callback(new OutboundError('dns', 'The host name does not resolve.', { cause: error }), '', 0);
    if (!mayConnect(list.map(({ address }) => address))) {
      return callback(new OutboundError('address_policy', 'This URL is not allowed.'), '', 0);
    }
    if (options.all) return (callback as unknown as (e: null, a: typeof list) => void)(null, list);
    callback(null, list[0]!.address, list[0]!.family);
  });
};

const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all)
    return (callback as unknown as (e: null, a: { address: string; family: number }[]) => void)(null, [
      { address: '127.0.0.1', family: 4 },
    ]);
  callback(null, '127.0.0.1', 4);
};

/**
 * HTTP client for user-supplied URLs: checks the URL and its resolved addresses, never follows redirects, sends no
 * cookies, and limits time, headers and body. Independent of the framework, so that a thread can have its own.
 */
export class GuardedHttp {
  private client: { open: Agent; loopback: Agent; send: typeof send } | undefined;
  private readonly tls = new Map<string, ConnectionTls>();

  /** @param sandboxPorts loopback ports that are allowed; none in production. */
  constructor(private readonly sandboxPorts: readonly PortRange[]) {}

  /** @throws OutboundError with one reason per cause. Any HTTP status is a response, not an error. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const judged = judgeUrl(request.url, this.sandboxPorts);
    const [started, trace] = [performance.now(), traceparent()];
    const client = this.client ?? (await this.load());
    try {
      const response = await client.send(request.url, {
        dispatcher: judged.loopback ? client.loopback : client.open,
        method: request.method ?? 'GET',
        headers: {
          'user-agent': USER_AGENT,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(trace === undefined ? {} : { traceparent: trace }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: AbortSignal.timeout(request.timeoutMs ?? 10_000),
      });
      const maxBytes = request.maxBytes ?? 256 * 1024;
      const pass = response.statusCode === 200 ? request.onBody : undefined;
      const cut = pass && (await passBody(response.body, pass, maxBytes));
      const body = pass ? Buffer.alloc(0) : await readBody(response.body, maxBytes);
      const tls = this.tls.get(new URL(request.url).origin);
      return {
        status: response.statusCode,
        headers: flatten(response.headers),
        body,
        durationMs: Math.round(performance.now() - started),
        ...(tls ? { tls } : {}),
        ...(cut ? { cut } : {}),
      };
    } catch (error) {
      if (error instanceof TakerError) throw error.cause;
      throw toOutboundError(error);
    }
  }

  /** Like `request`, but returns a failure instead of throwing. */
  async attempt(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    const started = performance.now();
    try {
      return await this.request(request);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const durationMs = Math.round(performance.now() - started);
      return { failure: error.reason, cause: error.cause, durationMs };
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.client ? [this.client.open.destroy(), this.client.loopback.destroy()] : []);
  }

  /** With the first request: the library is large. */
  private async load(): Promise<NonNullable<GuardedHttp['client']>> {
    const { Agent, buildConnector, request } = await import('undici');
    const common = {
      pipelining: 1,
      connections: 64,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
    };
    this.client ??= {
      send: request,
      open: new Agent({
        ...common,
        connect: this.noting(buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: judgedLookup, allowH2: false })),
      }),
      loopback: new Agent({ ...common, connect: { timeout: CONNECT_TIMEOUT_MS, lookup: loopbackLookup } }),
    };
    return this.client;
  }

  /** Connects as before, and stores the TLS data. */
  private noting(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket instanceof TLSSocket) {
          const origin = `${options.protocol}//${options.host ?? options.hostname}`;
          // Re-inserted, so that the oldest entries come first.
          this.tls.delete(origin);
          this.tls.set(origin, tlsOf(socket));
          if (this.tls.size > MAX_ORIGINS) this.tls.delete(this.tls.keys().next().value!);
        }
        callback(...result);
      });
  }
}

function tlsOf(socket: TLSSocket): ConnectionTls {
  const validToMs = Date.parse(socket.getPeerX509Certificate()?.validTo ?? '');
  return { protocol: socket.getProtocol(), validToMs: Number.isNaN(validToMs) ? null : validToMs };
}

async function readBody(stream: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  // Without a listener a late socket error on a destroyed body would end the process.
  stream.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) {
      stream.destroy();
      throw new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** An error thrown by `onBody`: the caller's, not the server's. */
class TakerError extends Error {}

async function passBody(
  stream: Dispatcher.ResponseData['body'],
  take: (piece: Buffer) => Promise<boolean>,
  maxBytes: number,
): Promise<OutboundError | 'enough' | undefined> {
  stream.on('error', () => undefined);
  let size = 0;
  try {
    for await (const piece of stream) {
      const bytes = piece as Buffer;
      size += bytes.length;
      // Of a fast server no more than the limit is processed, wherever its chunks end.
      const within = bytes.subarray(0, bytes.length - Math.max(0, size - maxBytes));
      const more = await take(within).catch((error: unknown) => {
        throw new TakerError('the body was not taken', { cause: error });
      });
      if (!more || size > maxBytes) {
        stream.destroy();
        return more ? new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`) : 'enough';
      }
    }
    return undefined;
  } catch (error) {
    stream.destroy();
    if (error instanceof TakerError) throw error;
    return toOutboundError(error);
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) out[name] = Array.isArray(value) ? value.join(', ') : value;
  return out;
}

const TLS_CODE = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO)/;

function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name = '', code = '', cause } = error as { name?: string; code?: string; cause?: unknown };
  if (cause instanceof OutboundError) return cause;
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT/.test(code))
    return new OutboundError('timeout', 'The server did not respond in time.', { cause: error });
  if (TLS_CODE.test(code))
    return new OutboundError('tls', 'The TLS connection failed: the certificate or protocol was not accepted.', {
      cause: error,
    });
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code))
    return new OutboundError('connect', 'The connection was refused or closed.', { cause: error });
  return new OutboundError('protocol', 'The response is not valid HTTP.', { cause: error });
}
