import type { INestApplication } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { errorCatalogue } from '@portal/kernel';
import { responseHeaders, type ResponseHeader } from '@portal/platform/http';
import { accessName, accessRules, accessSentence, methodsOf, operationId, type AccessRule } from './access-rules.js';
import { describeWebhooks, WEBHOOK_HEADERS, type AuthorMessageSource } from './author-webhooks.js';
import { byStatus, codesAround } from './error-codes.js';
import { addExamples, requestExample } from './examples.js';
import { toJsonSchema } from './json-schema-types.js';
import { addConstraints, addParameterConstraints, type Parameter } from './request-constraints.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { tagsOf } from './tags.js';

/** Documentation of an operation in the source code, read by scripts/lib/docs/source.mjs. */
interface OperationSource {
  /** The doc comment of its method on one line; the first sentence is the summary. */
  readonly text: string;
  /** Codes of refusals that its code can reach. */
  readonly codes: readonly string[];
}

type Components = NonNullable<OpenAPIObject['components']>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Response = NonNullable<Components['responses']>[string];

/** Names of sessions and tokens in the description: `components.securitySchemes`. */
const SIGNED_IN: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }];

const LICENSE = { name: 'MIT', identifier: 'MIT' } as OpenAPIObject['info']['license'];

const IDEMPOTENCY_KEY: NonNullable<Components['parameters']>[string] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to retry a request, even if the first attempt was interrupted: the operation is not performed twice. The response is kept for 24 hours and returned again with the header `Idempotent-Replayed: true`. Error responses are not kept, and neither are responses that contained a secret (`idempotency_answer_shown`).',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: '0f6b7c1e-5d0e-4c0e-9d53-2f6a4c6f0a11',
};

const headers = responseHeaders as (...names: readonly ResponseHeader[]) => Components['headers'];

const REFUSAL = { $ref: '#/components/responses/Refusal' };

/**
 * The OpenAPI document of the whole API, as docs/openapi.json has it.
 * @param sources by operation id
 * @param messages of author webhooks
 * @throws Error for an operation without an access rule, without a doc comment or of another status than it describes
 */
export function createOpenApiDocument(
  app: INestApplication,
  sources: ReadonlyMap<string, OperationSource>,
  messages: readonly AuthorMessageSource[],
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Drive Portal')
    .setDescription(
      'Developer portal, listing and payout back office for Drives. Every response is an envelope: `{ok: true, data, meta}` or `{ok: false, error, message, details, request_id}`. `x-error-codes` lists for each status the values of `error` that an operation can give, `x-own-error-codes` those of them that its own code decides on; the others come from sign-in, limits and the form of a request. `x-access` says who may call it. Amounts are decimal strings in minor units; instants are ISO 8601 in UTC. A request that cannot be read is refused before its operation is known, with 400, 408, 414 or 431.',
    )
    .setVersion('0.1.0')
    // The server of the document itself; the paths begin with /api.
    .addServer('/', 'This portal')
    .addCookieAuth('portal_session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'API token (dpt_...)' })
    .build();
  const raw = SwaggerModule.createDocument(app, builder, { operationIdFactory: operationId });
  const refusal = takeRefusal(raw);
  const document = toJsonSchema(raw) as OpenAPIObject;
  document.info.license = LICENSE;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Record<string, unknown>>;
  addConstraints(schemas);
  document.components = {
    ...document.components,
    schemas: byName(schemas),
    responses: { Refusal: { ...refusal, headers: headers('X-Request-Id', 'Retry-After') } },
    headers: RESPONSE_HEADERS,
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_HEADERS },
  };
  const rules = accessRules(app);
  const methods = new Map(methodsOf(app).map((one) => [one.id, one]));
  for (const [method, operation] of operationsOf(document)) {
    const id = operation.operationId ?? '';
    const [rule, source] = [rules.get(id), sources.get(id)];
    if (!rule) throw new Error(`${id} has no access rule`);
    if (!source || source.text === '') throw new Error(`${id} has no doc comment, which is its summary`);
    const { controller, name, route } = methods.get(id)!;
    assertDescribed(operation, method, route);
    addParameterConstraints((operation.parameters ?? []) as Parameter[], controller, name);
    describe(operation, method, rule, source);
    const body = jsonBody(operation);
    if (body?.schema) body.example = requestExample(body.schema as Record<string, unknown>, schemas);
  }
  addExamples(schemas);
  // By name, so that where a route or a type is defined changes nothing.
  document.paths = byName(document.paths);
  document.webhooks = describeWebhooks(messages);
  document.tags = tagsOf(operationsOf(document).map(([, operation]) => operation));
  return document;
}

/** @throws Error when the status of its success is not described; one that sends the browser on has another */
function assertDescribed({ operationId: id, responses }: Operation, method: string, route: object): void {
  const own = Reflect.getMetadata(HTTP_CODE_METADATA, route) as number | undefined;
  const status = own ?? (method === 'post' ? 201 : 200);
  if (!(status in responses) && !('303' in responses)) throw new Error(`${id} does not describe its status ${status}`);
}

function describe(operation: Operation, method: string, rule: AccessRule, { text, codes }: OperationSource): void {
  const [, summary, rest] = /^(.+?)\.(?: (.*))?$/s.exec(text) ?? [];
  if (summary === undefined)
    throw new Error(`The doc comment of ${operation.operationId} does not begin with a sentence`);
  const takesIdempotencyKey = method !== 'get' && rule.access.kind !== 'public' && !takesFile(operation);
  const all = codesAround({
    method,
    rule,
    takesIdempotencyKey,
    hasPathParameter: (operation.parameters ?? []).some((one) => 'in' in one && one.in === 'path'),
  });
  if (takesIdempotencyKey)
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }];
  for (const response of Object.values(operation.responses)) {
    if (!response || !('description' in response)) continue;
    response.description ||= 'Success';
    const all = takesIdempotencyKey ? headers('X-Request-Id', 'Idempotent-Replayed') : headers('X-Request-Id');
    response.headers = { ...all, ...response.headers };
  }
  operation.summary = summary;
  operation.description = [rest, accessSentence(rule)].filter(Boolean).join('\n\n');
  operation.security = rule.access.kind === 'public' ? [] : SIGNED_IN;
  const refusals = byStatus([...all, ...codes], errorCatalogue());
  for (const status of Object.keys(refusals)) operation.responses[status] = REFUSAL;
  // A redirect has no other response, and an operation needs a description of its success.
  if (!Object.keys(operation.responses).some((status) => status.startsWith('2'))) operation.responses.default = REFUSAL;
  Object.assign(operation, {
    'x-access': accessName(rule, method !== 'get'),
    'x-error-codes': refusals,
    'x-own-error-codes': codes,
  });
}

const jsonBody = ({ requestBody }: Operation) =>
  requestBody !== undefined && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
const takesFile = (operation: Operation) => operation.requestBody !== undefined && jsonBody(operation) === undefined;

/** Decorators write the one refusal as the default of each route; the document names it at each status that can come. */
function takeRefusal(document: OpenAPIObject): Response {
  let refusal: Response | undefined;
  for (const [, { responses }] of operationsOf(document)) {
    refusal ??= responses.default as Response | undefined;
    delete responses.default;
  }
  if (!refusal) throw new Error('No route describes its refusal');
  return refusal;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf({ paths }: OpenAPIObject): [method: string, operation: Operation][] {
  return Object.values(paths).flatMap((route) =>
    METHODS.flatMap((method): [string, Operation][] => (route[method] ? [[method, route[method]]] : [])),
  );
}

function byName<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
