import type { FastifyInstance } from 'fastify';
import type { Share } from './serve-portal.js';

/** How long a list of plugins holds; meanwhile the sitemap costs no read. */
const KEPT_MS = 600_000;

type ListSlugs = () => Promise<readonly string[]>;

/**
 * What search engines ask for first: GET /robots.txt and /sitemap.xml; and the icon at its oldest address.
 * @param pages addresses of pages
 * @param listSlugs of the listed plugins
 */
export function serveForRobots(
  fastify: FastifyInstance,
  { publicUrl, pages, share }: { publicUrl: string; pages: readonly string[]; share: Share },
  listSlugs: ListSlugs,
): void {
  let kept: { at: number; slugs: ReturnType<ListSlugs> } | undefined;
  const slugs = (): ReturnType<ListSlugs> => {
    if (!kept || performance.now() - kept.at > KEPT_MS) {
      kept = { at: performance.now(), slugs: listSlugs() };
      kept.slugs.catch(() => (kept = undefined));
    }
    return kept.slugs;
  };
  fastify.get('/favicon.ico', (_request, reply) => reply.redirect('/assets/icon-2.svg', 301));
  fastify.get('/robots.txt', (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nDisallow: /api/v1/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
  fastify.get('/sitemap.xml', async (request, reply) => {
    await share(request, reply);
    const paths = [...pages, ...(await slugs()).map((slug) => `/catalogue/${slug}`)];
    const urls = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    return reply
      .header('content-type', 'application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}
