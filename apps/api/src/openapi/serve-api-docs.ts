import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';
import { accessRules } from './access-rules.js';

const DOCUMENT = path.resolve(__dirname, '../../../../docs/openapi.json');
const DOCUMENT_URL = '/api/openapi.json';

/**
 * GET /api/openapi.json and the page /api/docs, which loads it. It is docs/openapi.json, which contains what no running
 * process knows: the doc comments of the routes and the refusals that they can reach. It is a megabyte: its bytes are
 * made once, because anybody may request it.
 */
export function serveApiDocs(app: INestApplication, fastify: FastifyInstance): void {
  let made: ReturnType<typeof documentBytes> | undefined;
  const document = () => (made ??= documentBytes(app));
  fastify.addHook('onListen', async () => void (await document()));
  fastify.get(DOCUMENT_URL, async (request, reply) => {
    const { etag, plain, compressed } = await document();
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    void reply.type('application/json; charset=utf-8');
    const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return zipped ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(plain);
  });
  // Without a document of its own the page loads the one at the address.
  const none = undefined as unknown as OpenAPIObject;
  SwaggerModule.setup('api/docs', app, () => none, {
    raw: false,
    swaggerUrl: DOCUMENT_URL,
    customSiteTitle: 'Drive Portal API',
    swaggerOptions: { showExtensions: true },
  });
}

async function documentBytes(app: INestApplication) {
  const plain = Buffer.from(JSON.stringify(servedDocument(app)));
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, etag, compressed: await promisify(gzip)(plain) };
}

const SCHEMA = '#/components/schemas/';

/**
 * The document without routes that this process does not serve: those of a sandbox are absent in production, and those
 * of demo persons refuse everybody where there are none. Tags and schemas that are left without a use go too.
 */
function servedDocument(app: INestApplication): OpenAPIObject {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject;
  const rules = accessRules(app);
  const { demo } = app.get(Config);
  const isServed = ({ operationId = '', tags = [] }: Operation): boolean =>
    rules.has(operationId) && (demo || !tags.includes('demo'));
  const paths = Object.entries(document.paths).map(
    ([route, operations]) =>
      [route, Object.entries(operations as Record<string, Operation>).filter(([, one]) => isServed(one))] as const,
  );
  const served = paths.filter(([, operations]) => operations.length > 0);
  const tags = new Set(served.flatMap(([, operations]) => operations.flatMap(([, one]) => one.tags ?? [])));
  return withUsedSchemas({
    ...document,
    tags: document.tags?.filter(({ name }) => tags.has(name)),
    paths: Object.fromEntries(served.map(([route, operations]) => [route, Object.fromEntries(operations)])),
  });
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: string[];
}

function withUsedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    for (const name of schemaNames(node)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow([document.paths, document.webhooks, components]);
  const left = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(left) } };
}

/** Everything that a part refers to of the document. */
function schemaNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(SCHEMA)
      ? [value.slice(SCHEMA.length)]
      : schemaNames(value),
  );
}
