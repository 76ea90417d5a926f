import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validate, type Schema as JsonSchema } from '@cfworker/json-schema';
import { record } from '../record.js';
import { STANDARD_HEADERS } from '../../../libs/platform/src/http/answers/standard-headers.js';

type Schema = Readonly<Record<string, unknown>>;

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-error-codes'?: Readonly<Record<string, readonly string[]>>;
}

/** Whether a repeat of the operation under the same `Idempotency-Key` does nothing twice. */
export const takesIdempotencyKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');

/** An answer as received; without `body` it is a stream, or bytes that no schema says anything about. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: string | undefined;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean; readonly schema: Schema }>>;
  };
}

/** Headers of the connection, or that protect pages from each other, are the same for every operation. */
const OF_EVERY_ANSWER = new Set([
  ...[
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
    'vary',
  ],
  ...['content-security-policy', 'cross-origin-resource-policy', 'strict-transport-security'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'x-accel-buffering', 'pragma', 'expires'],
  ...Object.keys(STANDARD_HEADERS),
]);

/**
 * docs/openapi.json, compared with answers. Callers may rely on nothing but what it says, so an answer has no
 * member, status, media type or error code beyond it: stricter than the document itself, which leaves room for later ones.
 */
export class ApiDescription {
  private static read: ApiDescription | undefined;
  private readonly root: Document;
  /** Schemas by their references, each closed when it is first needed: all of them take half a second. */
  private readonly lookup: Record<string, JsonSchema> = {};
  private readonly closedOnes = new WeakMap<Schema, Schema>();
  private readonly answered = new Set<string>();
  private readonly forms: readonly { method: string; form: RegExp; open: number; operation: Operation }[];

  private constructor(text: string) {
    this.root = JSON.parse(text) as Document;
    for (const [name, schema] of Object.entries(this.root.components.schemas))
      Object.defineProperty(this.lookup, `#/components/schemas/${name}`, { get: () => this.closed(schema) });
    this.forms = Object.entries(this.root.paths)
      .flatMap(([template, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          form: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
          open: template.split('{').length,
          operation,
        })),
      )
      // An address with a fixed word in a place belongs to the route with that word.
      .sort((a, b) => a.open - b.open);
  }

  static get(): ApiDescription {
    return (ApiDescription.read ??= new ApiDescription(readFileSync(path.resolve('docs/openapi.json'), 'utf8')));
  }

  /** Of a route as Fastify has it (`/api/v1/things/:id`); undefined for routes outside of the document. */
  operation(method: string, route: string): Operation | undefined {
    return this.root.paths[route.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  }

  /** Of a requested address. */
  operationAt(method: string, address: string): Operation | undefined {
    const [where = ''] = address.split('?');
    return this.forms.find((one) => one.method === method && one.form.test(where))?.operation;
  }

  /** Undocumented parts of an answer, a sentence each; empty when all is documented. */
  contradictions(operation: Operation, answer: WholeAnswer): string[] {
    const { status, headers } = answer;
    const found = this.responseOf(operation, status);
    if (!found) return [`status ${status} is not described`];
    const problems = [
      ...this.headerProblems(found, headers).map((problem) => `${status}: ${problem}`),
      ...this.contentProblems(operation, found, answer),
    ];
    if (status < 400 && problems.length === 0) this.note(operation.operationId);
    return problems;
  }

  /** Headers without data of their own are not part of the document: `OF_EVERY_ANSWER`. */
  private headerProblems({ headers: refs = {} }: Response, headers: WholeAnswer['headers']): string[] {
    const described = Object.entries(refs).map(
      ([name, { $ref }]) => [name.toLowerCase(), this.root.components.headers[$ref.split('/').at(-1)!]!] as const,
    );
    const names = new Set(described.map(([name]) => name));
    const beyond = Object.keys(headers).filter((name) => !names.has(name) && !OF_EVERY_ANSWER.has(name));
    return [
      ...beyond.map((name) => `header ${name} is not described`),
      ...described.flatMap(([name, { required, schema }]) => {
        const given = headers[name];
        if (given === undefined) return required === true ? [`header ${name} is missing`] : [];
        const values = [given].flat().map((one) => (schema['type'] === 'integer' ? Number(one) : one));
        return values.flatMap((value) => this.schemaProblems(schema, value).map((text) => `header ${name}: ${text}`));
      }),
    ];
  }

  private contentProblems(
    operation: Operation,
    { content }: Response,
    { status, headers, body }: WholeAnswer,
  ): string[] {
    const type = mediaType(headers['content-type']);
    if (!content) return body || type ? [`${status}: no content is described, it has ${type || 'some'}`] : [];
    const described = Object.entries(content).find(([name]) => covers(name, type));
    if (!described) return [`${status}: content type ${type || 'none'} is not described`];
    if (body === undefined || type !== 'application/json') return [];
    const value = fromJson(body);
    if (value === undefined) return [`${status}: the body is no JSON`];
    return [
      ...this.schemaProblems(described[1].schema ?? {}, value).map((problem) => `${status}: ${problem}`),
      ...(status >= 400 ? unlistedCode(operation, status, value) : []),
    ];
  }

  private responseOf({ responses }: Operation, status: number): Response | undefined {
    const found = responses[status] ?? responses['default'];
    return found?.$ref === undefined ? found : this.root.components.responses[found.$ref.split('/').at(-1)!];
  }

  private schemaProblems(schema: Schema, value: unknown): string[] {
    const { errors } = validate(value, this.closed(schema) as JsonSchema, '2020-12', this.lookup, false);
    // The parent of a fault is faulty too; the innermost one names it.
    const deepest = errors.filter(
      ({ instanceLocation: at, keyword }) =>
        !['$ref', 'properties', 'items', 'additionalProperties'].includes(keyword) ||
        !errors.some((other) => other.instanceLocation.startsWith(`${at}/`)),
    );
    const sentences = deepest.map(({ instanceLocation, keyword, error }) => {
      const at = instanceLocation.replaceAll(/\/\d+(?=\/|$)/g, '/*');
      return keyword === 'false' ? `${at} is not described` : `${at} ${error}`;
    });
    return [...new Set(sentences)];
  }

  private closed(schema: Schema): Schema {
    const known = this.closedOnes.get(schema) ?? closed(schema, this.root.components.schemas);
    this.closedOnes.set(schema, known);
    return known;
  }

  private note(operationId: string): void {
    if (this.answered.has(operationId)) return;
    this.answered.add(operationId);
    record('answered', operationId);
  }
}

/** Undocumented parts of the answer to an address; none for routes outside of the document. */
export function contradictionsAt(method: string, address: string, answer: WholeAnswer): string[] {
  const description = ApiDescription.get();
  const operation = description.operationAt(method, address);
  // Not every process has every route: it answers `not_found` for an unknown address.
  const isElsewhere = answer.status === 404 && answer.body?.includes('"error":"not_found"');
  return operation && !isElsewhere ? description.contradictions(operation, answer) : [];
}

/** @throws Error that names the undocumented parts of the answer */
export function assertDescribed(method: string, address: string, answer: WholeAnswer): void {
  const problems = contradictionsAt(method, address, answer);
  if (problems.length > 0)
    throw new Error(`docs/openapi.json says otherwise: ${method} ${address}\n${problems.join('\n')}`);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const mediaType = (header: unknown): string => (typeof header === 'string' ? header.split(';')[0]!.trim() : '');
const covers = (described: string, type: string): boolean =>
  described === type || (described.endsWith('/*') && type.startsWith(described.slice(0, -1)));

function unlistedCode(operation: Operation, status: number, value: unknown): string[] {
  const { error } = value as { error?: string };
  const listed = operation['x-error-codes']?.[status] ?? [];
  return error === undefined || listed.includes(error) ? [] : [`${status}: error code ${error} is not described`];
}

/** A schema with every object closed: one instead of several of which each knows a part of the members. */
function closed(whole: Schema, schemas: Document['components']['schemas']): Schema {
  const target = (schema: Schema): Schema =>
    typeof schema['$ref'] === 'string' ? target(schemas[schema['$ref'].split('/').at(-1)!]!) : schema;
  const merged = (parts: readonly Schema[]): Schema => {
    const objects = parts.map(target).map((part) => (part['allOf'] ? merged(part['allOf'] as Schema[]) : part));
    return {
      type: 'object',
      properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Schema,
      required: objects.flatMap(({ required }) => (required as string[] | undefined) ?? []),
    };
  };
  const close = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(close);
    if (typeof node !== 'object' || node === null) return node;
    const schema = node as Schema;
    if (Array.isArray(schema['allOf'])) return close(merged(schema['allOf'] as Schema[]));
    const copy = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, close(inner)]));
    return schema['type'] === 'object' && 'properties' in schema ? { additionalProperties: false, ...copy } : copy;
  };
  return close(whole) as Schema;
}
