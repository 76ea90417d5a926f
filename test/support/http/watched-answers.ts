import type { ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { ApiDescription } from './api-description.js';

/** Those of a stream are given to `writeHead`, after which only the text of the head has them. */
const headersOf = (raw: ServerResponse): Record<string, string> =>
  Object.fromEntries(
    (raw as unknown as { _header: string })._header
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

/** Compares every answer of an application with docs/openapi.json, for every caller. Begin before `init`. */
export class WatchedAnswers {
  private readonly found = new Set<string>();

  constructor(app: INestApplication) {
    const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
    const looked = new WeakSet<object>();
    fastify.addHook('onSend', (request, reply, payload, done) => {
      looked.add(request);
      this.look(
        request.method,
        request.routeOptions.url,
        reply.statusCode,
        reply.getHeaders(),
        typeof payload === 'string' ? payload : undefined,
      );
      done();
    });
    // Streams are written past the framework.
    fastify.addHook('onRequest', (request, { raw }, done) => {
      raw.on('close', () => {
        if (!looked.has(request) && raw.headersSent)
          this.look(request.method, request.routeOptions.url, raw.statusCode, headersOf(raw));
      });
      done();
    });
  }

  private look(method: string, route: string | undefined, status: number, headers: object, body?: string): void {
    const description = ApiDescription.get();
    const operation = route === undefined ? undefined : description.operation(method, route);
    if (!operation) return;
    for (const problem of description.contradictions(operation, { status, headers: { ...headers }, body }))
      this.found.add(`${operation.operationId} ${problem}`);
  }

  /** @throws Error that names every answer that docs/openapi.json does not describe */
  mustBeDescribed(): void {
    if (this.found.size > 0) throw new Error(`docs/openapi.json says otherwise:\n${[...this.found].join('\n')}`);
  }
}
