import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PageHeads, type FindPlugin } from './page-heads.js';

/** Where `npm run build` puts the portal. */
const WEB_ROOT = path.resolve(__dirname, '../../../web');
const NONCE_MARK = '__CSP_NONCE__';
const FRAMED_MARK = '__FRAMED_ORIGIN__';
const HEAD_MARK = '<title>Drive Portal</title>';

/** The pages of a plugin inside the portal, by the id of its install. */
const PLUGIN_PAGE = /^\/plugins\/installed\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/open(?:\/|$)/;

/** The origin that the document at a plugin's pages may frame; null: nothing. */
export type FrameOrigin = (request: FastifyRequest, installId: string) => Promise<string | null>;

/** Counts a read of the caller's address. Undefined when it need not wait (`ReadShare`). */
export type Share = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Nothing inline, nothing from elsewhere; styles that the component library makes at run time carry the nonce.
 * @param framed the one origin that the document may frame.
 */
function contentSecurityPolicy(nonce: string, framed: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ...(framed === null ? [] : [`frame-src ${framed}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The page's own policy decides what may become markup, apps/web/public/assets/start-2.js.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/**
 * Serves the portal from the api's own origin: hashed files for a year, and the shell with a fresh nonce for every page
 * address. Everything else stays unchanged, so an unknown API route remains a JSON 404.
 * @returns what the documents of the pages say in their heads
 */
export async function servePortal(
  fastify: FastifyInstance,
  share: Share,
  frameOrigin: FrameOrigin,
  { publicUrl, findPlugin }: { publicUrl: string; findPlugin: FindPlugin },
  root = WEB_ROOT,
): Promise<PageHeads> {
  const index = path.join(root, 'index.html');
  const shell = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  const list = path.join(root, 'pages.json');
  const pages = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : [];
  const heads = new PageHeads(pages, publicUrl, findPlugin);
  await fastify.register(fastifyStatic, { root, serve: false, cacheControl: false, preCompressed: true });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    if (url.startsWith('/api/')) {
      void reply.header('content-security-policy', url.startsWith('/api/docs') ? DOCS_POLICY : API_POLICY);
      return done();
    }
    const pathname = url.split('?')[0] ?? '/';
    if ((request.method !== 'GET' && request.method !== 'HEAD') || shell === undefined) return done();
    const counted = (send: () => void): void => {
      const wait = share(request, reply);
      if (wait) wait.then(send).catch(done);
      else send();
    };
    const file = /^\/((?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+)$/.exec(pathname)?.[1];
    if (file !== undefined && file !== 'index.html') {
      if (!existsSync(path.join(root, file))) return done();
      const kept = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return counted(() => void reply.header('cache-control', kept).sendFile(file));
    }
    const installId = PLUGIN_PAGE.exec(pathname)?.[1];
    if (installId === undefined && path.extname(pathname) !== '') return done();
    // Previews of links take anything and get the public pages; a program gets the JSON 404 of others.
    const { accept = '*/*' } = request.headers;
    const isBrowser = pathname === '/' || accept.includes('text/html');
    if (!isBrowser && !accept.includes('*/*')) return done();
    counted(() => {
      const framing = installId === undefined ? null : frameOrigin(request, installId);
      const sending = Promise.all([framing, heads.of(pathname)]);
      sending.then(
        ([framed, head]) => (isBrowser || head.isPublic ? void sendShell(reply, shell, framed, head) : done()),
        done,
      );
    });
  });
  return heads;
}

function sendShell(reply: FastifyReply, shell: string, framed: string | null, head: { status: number; html: string }) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .status(head.status)
    .header('content-security-policy', contentSecurityPolicy(nonce, framed))
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      shell
        .replaceAll(NONCE_MARK, nonce)
        .replaceAll(FRAMED_MARK, framed ?? '')
        .replace(HEAD_MARK, () => head.html),
    );
}
