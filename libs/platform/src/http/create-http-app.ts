import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppError, Clock, commonErrors } from '@portal/kernel';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { trustedBy } from '../config/trusted-proxies.js';
import { NOBODY_SCOPE, withScope } from '../database/scope/data-scope.js';
import { LOGGER, NestLogger } from '../logging/logger.js';
import { noteRequest } from '../health/measurements.js';
import { inSpan, isTracing } from '../logging/tracing.js';
import { createRequestLog } from '../logging/request-log.js';
import { Stopping } from '../process/stopping.js';
import { registerAnswerHook } from './answers/answer-hook.js';
import { registerBodyLimits, USUAL_BODY } from './bodies/body-limit.js';
import { registerCompression } from './answers/compress-answers.js';
import { registerBodyRate } from './limits/body-rate.js';
import { toFailure } from './answers/envelope.js';
import { withoutPorts } from './limits/forwarded-for.js';
import { protocolOptions, registerProtocolChecks } from './answers/protocol-errors.js';
import { registerSending } from './answers/send-together.js';
import { standardHeadersOf } from './answers/standard-headers.js';
import { RequestPipe } from './fields/validation.js';
import { registerFileBody } from './bodies/file-body.js';
import { registerJsonBody } from './bodies/json-body.js';

const NOT_FOUND = new AppError(commonErrors.not_found);
/** Status logged when the client disconnected before the response, as web servers do. */
const CLIENT_CLOSED = 499;

/** Bodies are checked by `RequestPipe`: Fastify need not load its compilers of schemas, a tenth of all modules. */
function noSchema(): never {
  throw new Error('routes have no JSON schemas');
}

/**
 * Creates the HTTP application with everything that production and tests share: body parsing, ids, headers, validation.
 * The caller registers pages and listens.
 */
export async function createHttpApp(module: Type | { module: Type }): Promise<NestFastifyApplication> {
  // The settings come from the module, which needs the adapter first.
  let headers: Record<string, string> = {};
  let trusts: (address: string) => boolean = () => false;
  // Loaded here: the worker, which has the same libs, serves nothing with it.
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const adapter = new FastifyAdapter({
    ...protocolOptions(() => headers),
    bodyLimit: USUAL_BODY.maxBytes,
    trustProxy: (address) => trusts(address),
    // No Express-style middleware is used; without its plugin every request runs one hook less.
    skipMiddie: true,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    genReqId: (request: { headers: Record<string, unknown> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  trusts = trustedBy(app.get(Config).trustedProxies);
  const log = app.get<Logger>(LOGGER);
  app.useLogger(new NestLogger(log));
  const requestLog = createRequestLog(log.bindings()['name'] as string, app.get(Config).logLevel, app.get(Clock));
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  registerJsonBody(fastify);
  registerBodyLimits(fastify);
  registerFileBody(fastify);
  registerAnswerHook(fastify, app.get(Clock));
  registerCompression(fastify);
  registerSending(fastify);
  headers = standardHeadersOf(app.get(Config));
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Before anything reads the caller's address, which depends on it.
    const forwarded = request.headers['x-forwarded-for'];
    if (typeof forwarded === 'string') request.raw.headers['x-forwarded-for'] = withoutPorts(forwarded);
    // 'close' is also emitted when the client disconnects early, as stream readers do. It is emitted once; 'once' would
    // remove the listener afterwards, and that memory stays until the next full collection.
    const { id, method, url } = request;
    const route = request.is404 ? 'none' : request.routeOptions.url!;
    // A file that is streamed has eleven, no more: two of ours, four of Nest, five of Fastify.
    reply.raw.setMaxListeners(12).on('close', () => {
      const status = reply.raw.headersSent ? reply.raw.statusCode : CLIENT_CLOSED;
      const ms = reply.elapsedTime;
      noteRequest(method, route, status, ms);
      requestLog?.({ id, method, url, status, ms });
    });
    done();
  });
  registerProtocolChecks(fastify, app.get(Stopping));
  registerBodyRate(fastify, app.get(Config).bodiesPerSecond);
  // As late as possible before guards and handlers: earlier hooks lose the call chain while a body arrives.
  fastify.addHook('preHandler', (request, reply, done) => {
    const { method, routeOptions, headers: given } = request;
    if (!request.is404)
      return withScope(NOBODY_SCOPE, () => {
        if (!isTracing()) return done();
        const answered = (): Promise<unknown> => (done(), new Promise((end) => reply.raw.on('close', end)));
        void inSpan(`${method} ${routeOptions.url}`, 'SERVER', answered, given['traceparent'] as string | undefined);
      });
    // Scanners request thousands of unknown URLs; none of them needs an exception.
    void reply
      .status(404)
      .header('content-type', 'application/json; charset=utf-8')
      .send(toFailure(NOT_FOUND, request.id));
  });
  app.useGlobalPipes(new RequestPipe());
  return app;
}
