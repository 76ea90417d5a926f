import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeAccess, operationId } from './operation-access.js';

/** The OpenAPI document of the whole API; docs/openapi.json is this document. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Drive Portal')
    .setDescription(
      'Developer portal, listing and payout back office for Drives. Every answer is an envelope: `{ok: true, data, meta}` or `{ok: false, error, message, details, request_id}`. Amounts are decimal strings in minor units; instants are ISO 8601 in UTC.',
    )
    .setVersion('v1')
    .addCookieAuth('portal_session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'API token (dpt_...)' })
    .build();
  const document = SwaggerModule.createDocument(app, builder, { operationIdFactory: operationId });
  const operations = Object.values(document.paths).flatMap(operationsOf);
  shareRefusal(document, operations);
  describeAccess(app, operations);
  // By name, so that where a route or a type is defined changes nothing.
  document.paths = byName(document.paths);
  if (document.components?.schemas) document.components.schemas = byName(document.components.schemas);
  return document;
}

/** Decorators can only write a response out; the document names the one refusal instead of repeating it. */
function shareRefusal(document: OpenAPIObject, operations: ReturnType<typeof operationsOf>): void {
  for (const { responses } of operations) {
    if (!responses.default) continue;
    document.components = {
      ...document.components,
      responses: document.components?.responses ?? { Refusal: responses.default },
    };
    responses.default = { $ref: '#/components/responses/Refusal' };
  }
}

function operationsOf({ get, post, put, patch, delete: remove }: OpenAPIObject['paths'][string]) {
  return [get, post, put, patch, remove].filter((operation) => operation !== undefined);
}

function byName<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** GET /api/openapi.json and the page /api/docs. The document is made when it is first asked for. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'Drive Portal API',
  });
}
