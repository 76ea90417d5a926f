import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, isObject, parseStrictJson, success } from '@portal/contract';

/** Answer of a route. `body` of a page is HTML or SVG text, else an object for JSON. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as the routes see it. */
export interface Call {
  readonly method: string;
  /** Request target as received, undecoded, which the signature covers. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** Names of the headers in the letter case in which they came. */
  readonly rawNames: readonly string[];
  /** By the Drive's clock, Unix milliseconds. */
  readonly receivedAt: number;
  readonly remoteAddress: string | undefined;
  readonly body: Buffer;
}

const MAX_BODY_BYTES = 256 * 1024;

/** Success in the contract's envelope. */
export const ok = (data: object, version: string, nowMs: number, status = 200): Answer => ({
  status,
  body: success(data, { version, generatedAt: new Date(nowMs) }),
});

/** Failure in the contract's envelope. */
export const refuse = (status: number, error: string): Answer => ({ status, body: failure(error) });

/** The JSON object in the body; a missing body counts as empty (contract: Endpoints 5). Undefined when it is something else. */
export function jsonBody(call: Call): Record<string, unknown> | undefined {
  if (call.body.length === 0) return {};
  const parsed = parseStrictJson(call.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** The token of `Authorization: Bearer`, or undefined. */
export function bearer(call: Call): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

/** Reads the whole body, or undefined when it is larger than the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function send(response: ServerResponse, answer: Answer, withBody: boolean): void {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    'content-type':
      answer.type ?? (typeof answer.body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'),
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...answer.headers,
  });
  response.end(withBody ? text : undefined);
}
