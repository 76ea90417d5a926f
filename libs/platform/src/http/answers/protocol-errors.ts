import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type OutgoingMessage, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, commonErrors, type ErrorDef } from '@portal/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Stopping } from '../../process/stopping.js';
import { toFailure } from './envelope.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** More parameters than any list has filters; each costs a validation. */
const MOST_QUERY_FIELDS = 50;

/** Errors of Node's parser and Fastify's router by code; all others become an invalid request. */
const BY_CODE: Readonly<Record<string, ErrorDef>> = {
  ERR_HTTP_REQUEST_TIMEOUT: commonErrors.request_timeout,
  HPE_HEADER_OVERFLOW: commonErrors.headers_too_large,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: commonErrors.payload_too_large,
  FST_ERR_MAX_PARAM_LENGTH: commonErrors.address_too_long,
};
const refusalOf = (code: string | undefined) => new AppError(BY_CODE[code ?? ''] ?? commonErrors.invalid_request);

/**
 * Makes failures before any hook or route return the usual error response, and limits how long a request may take to
 * arrive.
 * @param standard headers of every response, evaluated for each
 */
export const protocolOptions = (standard: () => Record<string, string>) => ({
  // Node answers a request without Host with an empty response, Fastify one that arrives while it closes with its own
  // text; instead it is served.
  http: {
    requireHostHeader: false,
    headersTimeout: 15_000,
    connectionsCheckingInterval: 1_000,
  } satisfies ServerOptions,
  return503OnClosing: false,
  // Until the whole request has arrived: enough for the largest file on a slow line.
  requestTimeout: 60_000,
  frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(error.code);
    void reply
      .status(refusal.status)
      .headers({ ...standard(), 'x-request-id': request.id, 'content-type': JSON_TYPE })
      .send(JSON.stringify(toFailure(refusal, request.id)));
  },
  clientErrorHandler(error: Error & { code?: string }, socket: Socket & { _httpMessage?: OutgoingMessage }): void {
    // The client is gone, or a response has started.
    const silent = error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true;
    if (!silent) socket.write(answerTo(refusalOf(error.code), standard()));
    socket.destroy(error);
  },
});

/** A complete response for a connection without a request. */
function answerTo(refusal: AppError, standard: Record<string, string>): string {
  const id = randomUUID();
  const body = JSON.stringify(toFailure(refusal, id));
  const headers = {
    ...standard,
    'x-request-id': id,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Responses for requests that Node and Fastify would refuse with their own text or not at all, and while the process
 * stops.
 */
export function registerProtocolChecks(fastify: FastifyInstance, stopping: Stopping): void {
  fastify.addHook('onRequest', ({ raw, url }, reply, done) => {
    const refusal = ofWholeRequest(raw, url);
    if (stopping.begun) void reply.header('connection', 'close');
    if (stopping.hold) void stopping.hold.then(() => done(refusal));
    else done(refusal);
  });
  // Expectations other than "100-continue" may be ignored; Node would answer with an empty 417.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
}

function ofWholeRequest({ headers, httpVersion, rawHeaders }: IncomingMessage, url: string): AppError | undefined {
  if (headers.host === undefined && httpVersion === '1.1')
    return invalid('/headers/host', 'is_defined', 'Say which host is asked.');
  if (namesTwoHosts(rawHeaders))
    return invalid('/headers/host', 'max_fields', 'Name one host: two readers of this request could take another one.');
  if (hasTooManyFields(url)) return invalid('/query', 'max_fields', `A query has at most ${MOST_QUERY_FIELDS} fields.`);
  return undefined;
}

const invalid = (pointer: string, code: string, message: string): AppError =>
  new AppError(commonErrors.invalid_request, { details: [{ pointer, code, message }] });

/** Node keeps the first `Host`; a proxy in front may have read the second. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

function hasTooManyFields(url: string): boolean {
  let fields = 1;
  for (let at = url.indexOf('&', url.indexOf('?') + 1); at >= 0; at = url.indexOf('&', at + 1))
    if ((fields += 1) > MOST_QUERY_FIELDS) return true;
  return false;
}
