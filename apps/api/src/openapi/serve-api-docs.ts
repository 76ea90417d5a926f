import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Config } from '@portal/platform/config';
import { isUnchanged } from '@portal/platform/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accessRules } from './access-rules.js';
import type { Share } from '../portal/serve-portal.js';

const DOCUMENT = path.resolve(__dirname, '../../../../docs/openapi.json');
const DOCUMENT_URL = '/api/openapi.json';
const JSON_TYPE = 'application/json; charset=utf-8';

const PAGE = '/api/docs';
const FILES = ['init.js', 'bundle.js', 'standalone-preset.js'].map((name) => `swagger-ui-${name}`);
/** The addresses of the page and of what it loads. */
const PAGE_URLS: ReadonlySet<string> = new Set(
  ['', '/', ...['swagger-ui.css', 'favicon-16x16.png', 'favicon-32x32.png', ...FILES].map((name) => `/${name}`)].map(
    (rest) => PAGE + rest,
  ),
);

interface Bytes {
  readonly etag: string;
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/**
 * GET /api/openapi.json and the page /api/docs, which loads it. It is docs/openapi.json, which contains what no running
 * process knows: the doc comments of the routes and the refusals that they can reach. Document and page are megabytes:
 * their bytes are made once, at the first request, because anybody may request them and most processes are never asked.
 */
export function serveApiDocs(app: INestApplication, fastify: FastifyInstance, share: Share): void {
  const made = new Map<string, Promise<Bytes>>();
  const once = (url: string, make: () => Promise<Bytes>): Promise<Bytes> => {
    const bytes = made.get(url) ?? make();
    made.set(url, bytes);
    return bytes;
  };
  const document = () => once(DOCUMENT_URL, () => bytesOf(Buffer.from(JSON.stringify(servedDocument(app))), JSON_TYPE));
  let library: Promise<FastifyInstance> | undefined;
  const part = (url: string) =>
    once(url, async () => {
      const { rawPayload, headers, statusCode } = await (await (library ??= loadLibrary())).inject(url);
      if (statusCode !== 200) throw new Error(`${url} is missing`);
      return bytesOf(rawPayload, String(headers['content-type']));
    });
  fastify.get(DOCUMENT_URL, async (request, reply) => {
    await share(request, reply);
    return send(reply, await document());
  });
  for (const url of [PAGE, `${PAGE}/*`])
    fastify.get(url, async (request, reply) => {
      await share(request, reply);
      const asked = request.url.split('?', 1)[0]!;
      return PAGE_URLS.has(asked) ? send(reply, await part(asked)) : reply.callNotFound();
    });
}

/** The page and what it is made of, as the library's own routes have them. */
async function loadLibrary(): Promise<FastifyInstance> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const app = await NestFactory.create({ module: class Pages {} }, new FastifyAdapter(), { logger: false });
  // Without a document of its own the page loads the one at the address.
  const none = undefined as unknown as OpenAPIObject;
  SwaggerModule.setup(PAGE, app, () => none, {
    raw: false,
    swaggerUrl: DOCUMENT_URL,
    customSiteTitle: 'Drive Portal API',
    swaggerOptions: { showExtensions: true },
  });
  await app.init();
  return app.getHttpAdapter().getInstance() as FastifyInstance;
}

async function bytesOf(plain: Buffer, type: string): Promise<Bytes> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, type, etag, compressed: await promisify(gzip)(plain) };
}

function send(reply: FastifyReply, { etag, type, plain, compressed }: Bytes): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (isUnchanged(reply, etag)) return reply.send();
  const zipped = /\bgzip\b/.test(String(reply.request.headers['accept-encoding'] ?? ''));
  void reply.type(type);
  return zipped ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(plain);
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
