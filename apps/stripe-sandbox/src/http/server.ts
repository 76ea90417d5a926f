import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Wire } from '../catalogue/check-parameters.js';
import { operations } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import type { SandboxDatabase } from '../state/database.js';
import { apiVersion } from '../state/events.js';
import { accountKind } from '../operations/account-view.js';
import { noAccess } from '../operations/v1-account-view.js';
import { findObject, platformAccount } from '../state/objects.js';
import { makeId } from '../system.js';
import { answerOf, type Answer } from './answer.js';
import { assertKeyKnown } from './authentication.js';
import {
  StripeApiError,
  forbidden,
  invalid,
  keyInUse,
  rateLimited,
  serverError,
  unauthorized,
  unknownUrl,
} from './errors.js';
import { execute } from './execute.js';
import type { FaultPlan } from './faults.js';
import { parseForm } from './form.js';

/** What the API, the control plane and the pages work with. */
export interface SandboxParts {
  database: SandboxDatabase;
  faults: FaultPlan;
  secretKey: string;
  webhookUrl: string | undefined;
  /** Address to put into links, when it is not the one the request came to. */
  publicUrl: string | undefined;
  /** Called after every request that may have written. */
  afterWrite: () => void;
  /** Where unexpected failures are reported; they are answered as a 500 without details. */
  onFailure: (failure: unknown) => void;
}

/** The HTTP surface of the emulated API. Pages and the control plane are added by the caller. */
export function createServer(parts: SandboxParts): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: 1_048_576,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 255 },
  });
  server.removeAllContentTypeParsers();
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    server.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  }
  for (const operation of operations) {
    const [method, url] = operation.route.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    server.route({ method, url, handler: (request, reply) => handle(parts, operation, request, reply) });
  }
  server.setNotFoundHandler(async (request, reply) => {
    await send(reply, makeId('req'), answerOf(unknownUrl(request.method, pathOf(request))));
  });
  server.setErrorHandler(async (error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode;
    if (status !== undefined && status < 500) {
      await send(reply, makeId('req'), { ...answerOf(invalid((error as Error).message)), status });
      return;
    }
    parts.onFailure(error);
    await send(reply, makeId('req'), answerOf(serverError()));
  });
  return server;
}

async function handle(parts: SandboxParts, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  const requestId = makeId('req');
  const path = pathOf(request);
  const fault = parts.faults.take(request.method, path);
  if (fault?.kind === 'drop-before') return drop(reply);
  const key = header(request, 'idempotency-key');
  let answer: Answer;
  try {
    assertKeyKnown(header(request, 'authorization'), parts.secretKey);
    if (fault?.kind === '429') throw rateLimited();
    if (fault?.kind === '409') throw keyInUse();
    if (fault?.kind === '401') throw unauthorized('Invalid API Key provided.');
    if (fault?.kind === '403') throw forbidden();
    answer = await execute(parts.database, {
      operation,
      id: (request.params as { id?: string }).id ?? '',
      ...readInput(request, path),
      account: await accountOf(parts, header(request, 'stripe-account')),
      requestId,
      address: `${request.method} ${path}`,
      idempotencyKey: key,
      baseUrl: parts.publicUrl ?? `http://${header(request, 'host') ?? '127.0.0.1'}`,
      fault,
    });
  } catch (caught) {
    if (!(caught instanceof StripeApiError)) parts.onFailure(caught);
    answer = answerOf(caught instanceof StripeApiError ? caught : serverError());
  }
  if (request.method !== 'GET') parts.afterWrite();
  if (fault?.kind === 'drop-after') return drop(reply);
  const version = header(request, 'stripe-version') ?? apiVersion;
  await send(reply, requestId, answer, {
    'stripe-version': version,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(fault?.kind === '429' ? { 'retry-after': String(Math.ceil(fault.delayMs / 1_000)) } : {}),
  });
}

function readInput(request: FastifyRequest, path: string): { given: unknown; wire: Wire } {
  const query = request.raw.url?.split('?')[1];
  if (request.method !== 'POST') return { given: parseForm(query ?? ''), wire: 'form' };
  const body = typeof request.body === 'string' ? request.body : '';
  const json = header(request, 'content-type')?.startsWith('application/json') ?? false;
  if (!path.startsWith('/v2/')) {
    if (json) throw invalid('Request bodies of /v1 are form-encoded (application/x-www-form-urlencoded).');
    return { given: parseForm(body), wire: 'form' };
  }
  if (!json) throw invalid('Request bodies of /v2 are JSON (application/json).');
  try {
    return { given: body === '' ? {} : (JSON.parse(body) as unknown), wire: 'json' };
  } catch {
    throw invalid('Request body is not valid JSON.');
  }
}

// Calls on behalf of a connected account read objects of that account.
async function accountOf(parts: SandboxParts, named: string | undefined): Promise<string> {
  if (named === undefined) return platformAccount;
  if (!(await parts.database.transaction((tx) => findObject(tx, accountKind, named)))) throw noAccess(named);
  return named;
}

async function send(reply: FastifyReply, requestId: string, answer: Answer, headers: Record<string, string> = {}) {
  await reply
    .code(answer.status)
    .headers({ 'request-id': requestId, 'cache-control': 'no-store', ...headers, ...answer.headers })
    .type('application/json')
    .send(JSON.stringify(answer.body, null, 2));
}

function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

function pathOf(request: FastifyRequest): string {
  return request.raw.url?.split('?')[0] ?? '/';
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** From this machine, under a loopback name. */
export function isLocal(request: FastifyRequest): boolean {
  const peer = request.raw.socket.remoteAddress ?? '';
  const name = (header(request, 'host') ?? '').replace(/:\d+$/, '');
  return (peer === '::1' || /^(::ffff:)?127\./.test(peer)) && ['127.0.0.1', 'localhost', '[::1]'].includes(name);
}
