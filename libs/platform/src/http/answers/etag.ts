import type { FastifyReply } from 'fastify';

/** An ETag that a compressing proxy marked as weak still counts as the same. */
const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Sets the ETag of a response. True when the caller has that already: the status is 304 then, and no body follows. */
export function isUnchanged(reply: FastifyReply, etag: string): boolean {
  void reply.header('etag', etag);
  const given = reply.request.headers['if-none-match']?.split(',').map(bare);
  if (!given?.some((tag) => tag === bare(etag) || tag === '*')) return false;
  void reply.status(304);
  return true;
}
