import type { FastifyReply } from 'fastify';

/** Sets the ETag of a response. True when the caller has that already: the status is 304 then, and no body follows. */
export function isUnchanged(reply: FastifyReply, etag: string): boolean {
  void reply.header('etag', etag);
  const given = reply.request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (!given?.some((tag) => tag === etag || tag === '*' || `W/${tag}` === etag)) return false;
  void reply.status(304);
  return true;
}
