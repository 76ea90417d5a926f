import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { accessRules } from './access-rules.js';

const DOCUMENT = path.resolve(__dirname, '../../../../docs/openapi.json');

/**
 * GET /api/openapi.json and the page /api/docs. Both show docs/openapi.json, which has what no running process knows:
 * the doc comments of the routes and the refusals that they can come to.
 */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => servedDocument(app), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'Drive Portal API',
    swaggerOptions: { showExtensions: true },
  });
}

/** The document without operations that this process does not serve: a sandbox has some more than production. */
function servedDocument(app: INestApplication): OpenAPIObject {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject;
  const served = accessRules(app);
  const paths = Object.entries(document.paths).map(([route, operations]) => [
    route,
    Object.fromEntries(
      Object.entries(operations).filter(([, { operationId }]: [string, { operationId: string }]) =>
        served.has(operationId),
      ),
    ),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths.filter(([, operations]) => Object.keys(operations as object).length > 0)),
  };
}
