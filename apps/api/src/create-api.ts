import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, Clock } from '@portal/kernel';
import { Catalogue } from '@portal/listings';
import { PluginFrame } from '@portal/installs';
import { Config } from '@portal/platform/config';
import { NOBODY_SCOPE, withScope } from '@portal/platform/database';
import { callerKey, createHttpApp, ReadShare } from '@portal/platform/http';
import type { FastifyInstance } from 'fastify';
import { ApiModule } from './api.module.js';
import { serveApiDocs } from './openapi/serve-api-docs.js';
import type { FindPlugin } from './portal/page-heads.js';
import { serveForRobots } from './portal/serve-for-robots.js';
import { servePortal, type FrameOrigin, type Share } from './portal/serve-portal.js';
import { serveSecurityTxt } from './portal/serve-security-txt.js';

/** A sitemap holds at most 50,000 addresses. */
const MOST_IN_SITEMAP = 49_000;

/** The api process as it runs: every route, the portal's files, the API's own description. Not yet listening. */
export async function createApi(config: Config): Promise<NestFastifyApplication> {
  return finishApi(await createHttpApp(ApiModule.forRoot(config)));
}

/** The portal's files and the API's own description in addition to the routes; the bench adds its own routes. */
export async function finishApi(app: NestFastifyApplication): Promise<NestFastifyApplication> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const reads = app.get(ReadShare, { strict: false });
  // Counts the reads of files and documents, which no guard sees.
  const share: Share = (request, reply) => reads.take(callerKey(request.ip), reply.raw);
  const { publicUrl } = app.get(Config);
  const catalogue = app.get(Catalogue, { strict: false });
  const frameOrigin: FrameOrigin = (request, installId) =>
    app.get(PluginFrame, { strict: false }).execute(request, installId);
  const findPlugin: FindPlugin = (slug) =>
    withScope(NOBODY_SCOPE, () => catalogue.entry(slug)).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  const heads = await servePortal(fastify, share, frameOrigin, { publicUrl, findPlugin });
  serveForRobots(fastify, { publicUrl, pages: heads.listed, share }, () =>
    withScope(NOBODY_SCOPE, () => slugsOf(catalogue)),
  );
  serveSecurityTxt(fastify, app.get(Config), app.get(Clock));
  serveApiDocs(app, fastify, share);
  return app;
}

/** Of every listed plugin, a page of the catalogue after the other. */
async function slugsOf(catalogue: Catalogue): Promise<string[]> {
  const slugs: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await catalogue.list({ sort: 'name', limit: 100, cursor });
    slugs.push(...page.items.map(({ slug }) => slug));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && slugs.length < MOST_IN_SITEMAP);
  return slugs;
}
