import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const TEXT = /^(?:text\/(?!event-stream)|application\/json|image\/svg\+xml)/;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Shorter bodies fit into the packet of their headers. */
const WORTH_BYTES = 1024;

/**
 * Compresses texts that are read. The size of a compressed answer can give away a secret in it to whoever adds text of
 * their own to the answer and sees its length (BREACH). So answers to changes are not compressed, which are the only ones
 * that show a secret, nor what another site requests with a person's cookies.
 */
export function registerCompression(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, body, done) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isText || body.length < WORTH_BYTES || !READS.has(request.method)) return done(null, body);
    const { 'content-type': type, 'content-encoding': encoded, vary, etag } = reply.getHeaders();
    if (reply.statusCode !== 200 || encoded !== undefined || !TEXT.test(String(type))) return done(null, body);
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    if (!takesGzip(request) || isOfAnotherSite(request)) return done(null, body);
    // Other bytes than those of the strong tag.
    if (typeof etag === 'string') void reply.header('etag', etag.replace(/^"/, 'W/"'));
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    gzip(body, done);
  });
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(String(headers['accept-encoding'] ?? ''));

const isOfAnotherSite = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined && /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']));
