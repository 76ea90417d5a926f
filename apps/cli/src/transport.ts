import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import { TLSSocket } from 'node:tls';
import {
  tlsFailure,
  USER_AGENT,
  type TlsFacts,
  type TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from '@portal/conformance';
import type { Io } from './io.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** One request and its answer; `body` may be longer than that of a check. */
export type LocalTransport = ((
  request: TransportRequest & { timeoutMs?: number },
) => Promise<TransportResponse | TransportFailure>) & {
  /** Ends idle connections. */
  close: () => void;
};

function failureOf(error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code.startsWith('HPE_')) return 'protocol';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return tlsFailure(error);
  return 'connect';
}

/** Of connections that are still open: Node reports the certificate of a kept-alive one only once. */
const known = new WeakMap<object, TlsFacts>();

function tlsOf(socket: unknown): { tls?: TlsFacts } {
  if (!(socket instanceof TLSSocket)) return {};
  const before = known.get(socket);
  if (before) return { tls: before };
  const validToMs = Date.parse(socket.getPeerX509Certificate()?.validTo ?? '');
  const tls = { protocol: socket.getProtocol(), validToMs: Number.isNaN(validToMs) ? null : validToMs };
  known.set(socket, tls);
  return { tls };
}

/**
 * HTTP from the author's own machine: any address, plain http too, no redirects, 10 s and 1 MiB at most. It is meant
 * for the person's own Drive; the host uses a client that refuses private addresses.
 * @param ca certificate authorities to trust instead of the usual ones, PEM
 */
export function createTransport(ca?: string): LocalTransport {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) });
  const transport: LocalTransport = (request) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const url = new URL(request.url);
      const secure = url.protocol === 'https:';
      const body = request.body === undefined ? undefined : Buffer.from(request.body);
      const headers = {
        'user-agent': USER_AGENT,
        ...(body
          ? { 'content-type': 'application/json', 'content-length': String(body.length) }
          : request.method === 'POST'
            ? { 'content-length': '0' }
            : {}),
        ...request.headers,
      };
      const options = { method: request.method, headers, agent: secure ? https : http };
      const call = secure ? httpsRequest(url, options) : httpRequest(url, options);
      let settled = false;
      const end = (result: TransportResponse | TransportFailure): void => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        resolve('failure' in result ? { ...result, durationMs: performance.now() - startedAt } : result);
        if ('failure' in result) call.destroy();
      };
      const timer = setTimeout(() => end({ failure: 'timeout' }), request.timeoutMs ?? TIMEOUT_MS);
      call.on('error', (error) => end({ failure: failureOf(error) }));
      call.on('response', (response) => {
        const facts = tlsOf(response.socket);
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_BYTES) end({ failure: 'too_large' });
          else chunks.push(chunk);
        });
        response.on('error', () => end({ failure: 'protocol' }));
        response.on('end', () => {
          const flat = Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : value,
          ]);
          end({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat) as Record<string, string | undefined>,
            body: Buffer.concat(chunks),
            durationMs: performance.now() - startedAt,
            ...facts,
          });
        });
      });
      call.end(body);
    });
  transport.close = () => {
    http.destroy();
    https.destroy();
  };
  return transport;
}

/**
 * The transport of a command that Ctrl-C may end at any time: from then on no request is sent any more, but what was
 * installed can still be ended, and an install that is on its way is waited for, because its id must be known to end it.
 * @param timeoutMs longest wait for one answer; the transport's own when absent
 */
export function stoppableTransport(io: Io, timeoutMs?: number): LocalTransport {
  const inner = createTransport();
  const stopped = new Promise<{ failure: string }>((resolve) => {
    const end = (): void => resolve({ failure: 'interrupted' });
    if (io.stop.aborted) end();
    else io.stop.addEventListener('abort', end, { once: true });
  });
  const transport: LocalTransport = (request) => {
    const send = (): ReturnType<LocalTransport> => inner(timeoutMs === undefined ? request : { timeoutMs, ...request });
    if (request.method === 'DELETE') return send();
    if (io.stop.aborted) return stopped;
    return request.method === 'POST' ? send() : Promise.race([send(), stopped]);
  };
  transport.close = () => inner.close();
  return transport;
}
