import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '@portal/kernel';
import { PluginFrame } from '@portal/installs';
import { Config } from '@portal/platform/config';
import { callerKey, createHttpApp, ReadShare } from '@portal/platform/http';
import type { FastifyInstance } from 'fastify';
import { ApiModule } from './api.module.js';
import { serveApiDocs } from './openapi/serve-api-docs.js';
import { servePortal, type Share } from './portal/serve-portal.js';
import { serveSecurityTxt } from './portal/serve-security-txt.js';

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
  await servePortal(fastify, share, (request, installId) =>
    app.get(PluginFrame, { strict: false }).execute(request, installId),
  );
  serveSecurityTxt(fastify, app.get(Config), app.get(Clock));
  serveApiDocs(app, fastify, share);
  return app;
}
