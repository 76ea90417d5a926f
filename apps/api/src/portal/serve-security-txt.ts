import type { Clock } from '@portal/kernel';
import type { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';

/** RFC 9116 requires less than a year, so that nobody writes to an outdated address. */
const VALID_DAYS = 180;

/** Contact for security reports: GET /.well-known/security.txt. */
export function serveSecurityTxt(fastify: FastifyInstance, config: Config, clock: Clock): void {
  fastify.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(clock.wallNow().getTime() + VALID_DAYS * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        `Contact: ${config.securityContact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\nCanonical: ${config.publicUrl}/.well-known/security.txt\n`,
      );
  });
}
