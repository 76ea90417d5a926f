import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { createValidationPipe } from '@portal/platform/http';
import { errorCatalogue } from '@portal/kernel';
import '../api.module.js';
import { validatedClasses } from './request-constraints.js';

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: { $ref?: string; in?: string; name?: string; schema?: Field }[];
  requestBody?: { content: Record<string, { schema: Field; example?: object }> };
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, { schema: Field }> }>;
  'x-error-codes'?: Record<string, string[]>;
  'x-own-error-codes'?: string[];
  'x-access'?: string;
}

interface Field {
  $ref?: string;
  allOf?: Field[];
  anyOf?: Field[];
  oneOf?: Field[];
  properties?: Record<string, Field>;
  type?: string | string[];
  enum?: unknown[];
  items?: Field;
  examples?: unknown[];
  format?: string;
  maxLength?: number;
  pattern?: string;
}

const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../../../docs/openapi.json'), 'utf8')) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Field> };
};
const { components } = document;
const operations = Object.entries(document.paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, route, ...operation })),
);
const ids = (found: readonly Operation[]): string[] => found.map(({ operationId }) => operationId);

/** Example that a documentation page shows for a schema: the example of each field, the first value of an enum. */
function shown(schema: Field): unknown {
  if (schema.$ref) return shown(components.schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(shown)) as unknown;
  const [any] = schema.anyOf ?? schema.oneOf ?? [];
  if (any) return shown(any);
  switch ([schema.type].flat()[0]) {
    case 'array':
      return [shown(schema.items!)];
    case 'boolean':
      return true;
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, shown(field)]));
    default:
      return null;
  }
}

// docs/openapi.json is compared with the code by `npm run check`.
describe('the description of every operation', () => {
  it('has a summary: a short phrase that begins with a verb and has no full stop', () => {
    expect(operations.length).toBeGreaterThan(300);
    // "Gets", "Returns", "The": the forms that doc comments take elsewhere.
    const wrong = operations.filter(
      ({ summary = '' }) =>
        !/^[A-Z][a-z]+[^.]{2,68}$/.test(summary) || /^(\w+[^s]s|The|An?|What|Whether|How) /.test(summary),
    );
    expect(wrong.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
  });

  it('has a description, one tag, security and a response that says something', () => {
    expect(ids(operations.filter(({ description = '' }) => description.length < 20))).toEqual([]);
    expect(ids(operations.filter(({ tags }) => tags?.length !== 1))).toEqual([]);
    expect(ids(operations.filter(({ security }) => security === undefined))).toEqual([]);
    const silent = operations.filter(({ responses }) =>
      Object.values(responses).some(({ description, $ref }) => !description && $ref === undefined),
    );
    expect(ids(silent)).toEqual([]);
  });

  it('gives the type of each response', () => {
    const untyped = operations.filter(({ responses }) =>
      Object.entries(responses).some(([status, { content }]) => status.startsWith('2') && !content),
    );
    expect(ids(untyped)).toEqual([]);
  });

  it('gives the maximum length or the format of each text parameter', () => {
    const open = (schema: Field, at: string, seen: readonly string[] = []): string[] => {
      const name = schema.$ref?.split('/').at(-1);
      if (name !== undefined) return seen.includes(name) ? [] : open(components.schemas[name]!, name, [...seen, name]);
      const inner = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      const { enum: values, format, maxLength, pattern } = schema;
      const isText = [schema.type].flat().includes('string');
      return [
        ...(isText && (values ?? format ?? maxLength ?? pattern) === undefined ? [at] : []),
        ...inner.flatMap((one) => open(one, at, seen)),
        ...(schema.items ? open(schema.items, `${at}/*`, seen) : []),
        ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => open(one, `${at}/${key}`, seen)),
      ];
    };
    const taken = operations.flatMap(({ operationId, requestBody, parameters = [] }) => [
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => open(schema, operationId)),
      ...parameters.flatMap((one) =>
        // Node bounds all headers together.
        one.schema && one.in !== 'header' ? open(one.schema, `${operationId} ${one.name}`) : [],
      ),
    ]);
    // Each policy has a shape of its own.
    expect([...new Set(taken)]).toEqual(['PreviewPolicyBody/value', 'ProposePolicyBody/value']);
  });

  it('lists the error codes of the catalogue by status', () => {
    const statuses = new Map(errorCatalogue().map(({ code, status }) => [code, String(status)]));
    const wrong = operations.flatMap(({ operationId, 'x-error-codes': listed = {} }) =>
      Object.entries(listed).flatMap(([status, codes]) =>
        codes.filter((code) => statuses.get(code) !== status).map((code) => `${operationId} ${status} ${code}`),
      ),
    );
    expect(wrong).toEqual([]);
    expect(ids(operations.filter((one) => one['x-error-codes']?.['500']?.includes('internal') !== true))).toEqual([]);
    const signedIn = operations.filter(({ security }) => security!.length > 0);
    expect(ids(signedIn.filter((one) => one['x-error-codes']!['401'] === undefined))).toEqual([]);
    const install = operations.find(({ operationId }) => operationId === 'Operator_install')!['x-error-codes'];
    expect(install).toMatchObject({ 409: expect.arrayContaining(['install_exists']) as unknown });
  });

  it('separates its own codes from the common ones, and names who may call it', () => {
    const stray = operations.flatMap(({ operationId, 'x-error-codes': listed = {}, 'x-own-error-codes': own }) =>
      (own ?? ['missing'])
        .filter((code) => !Object.values(listed).flat().includes(code))
        .map((code) => `${operationId} ${code}`),
    );
    expect(stray).toEqual([]);
    const of = (id: string): Operation => operations.find(({ operationId }) => operationId === id)!;
    expect(of('Operator_install')['x-own-error-codes']).toContain('install_exists');
    expect(of('Operator_install')['x-own-error-codes']).not.toContain('unauthenticated');
    expect(of('Operator_install')['x-access']).toBe('operator');
    expect(
      operations.filter(({ 'x-access': access, security }) => (access === 'anybody') !== (security!.length === 0)),
    ).toEqual([]);
    // A token of the host needs a scope wherever it may call.
    const host = operations.filter(({ 'x-access': access = '' }) => /\bhost\b/.test(access));
    expect(host.length).toBeGreaterThan(10);
    expect(
      ids(
        host.filter(({ method, 'x-access': access = '' }) => !access.includes(method === 'get' ? ':read)' : ':write)')),
      ),
    ).toEqual([]);
  });

  it('has the Idempotency-Key where the server keeps the first response', () => {
    const takesKey = ({ parameters = [] }: Operation): boolean =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    const changes = operations.filter(
      ({ method, security, requestBody }) =>
        method !== 'get' && security!.length > 0 && (!requestBody || requestBody.content['application/json']),
    );
    expect(ids(operations.filter(takesKey))).toEqual(ids(changes));
    const codes = operations.filter(({ 'x-error-codes': listed }) =>
      listed!['409']?.includes('idempotency_key_reused'),
    );
    expect(ids(codes)).toEqual(ids(changes));
  });
});

describe('the examples', () => {
  it('of request bodies pass the validation of the server', async () => {
    const pipe = createValidationPipe();
    const classes = new Map(validatedClasses().map((one) => [one.name, one]));
    const bodies = operations.flatMap(({ operationId, requestBody }) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      return schema?.$ref ? [{ operationId, example, metatype: classes.get(schema.$ref.split('/').at(-1)!) }] : [];
    });
    expect(bodies.length).toBeGreaterThan(100);
    const refused: unknown[] = [];
    for (const { operationId, example, metatype } of bodies) {
      if (!metatype) refused.push([operationId, 'has no class with validation']);
      else
        await pipe
          .transform(example, { type: 'body', metatype })
          .catch((error: unknown) => refused.push([operationId, example, (error as { details: unknown }).details]));
    }
    expect(refused).toEqual([]);
  });

  it('of responses are composed of the examples of their fields and match their schemas', () => {
    const wrong = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content }) => {
        const schema = content?.['application/json']?.schema;
        if (!schema) return [];
        const { valid, errors } = new Validator({ ...schema, components } as Schema, '2020-12').validate(shown(schema));
        return valid
          ? []
          : [
              `${operationId}: ${errors.map(({ error, instanceLocation }) => `${instanceLocation} ${error}`).join(' ')}`,
            ];
      }),
    );
    expect(wrong).toEqual([]);
  });

  const fields = Object.entries(components.schemas).flatMap(([type, { properties = {} }]) =>
    Object.entries(properties).map(([name, schema]) => ({ field: `${type}.${name}`, schema })),
  );

  it('of fields exist and match their schemas', () => {
    expect(fields.length).toBeGreaterThan(2500);
    const wrong = fields.flatMap(({ field, schema }) => {
      const leaf = schema.type === 'array' ? schema.items! : schema;
      const type = [leaf.type].flat()[0];
      if (leaf.enum !== undefined || !['string', 'number', 'integer'].includes(type ?? '')) return [];
      const [example] = leaf.examples ?? [];
      if (example === undefined) return [`${field} has none`];
      const { valid, errors } = new Validator(leaf as Schema, '2020-12').validate(example);
      return valid ? [] : [`${field} ${JSON.stringify(example)} ${errors.map(({ error }) => error).join(' ')}`];
    });
    expect(wrong).toEqual([]);
  });

  it('of instants and days have their format', () => {
    const formats = [
      { format: 'date-time', form: /^\d{4}-\d\d-\d\dT/ },
      { format: 'date', form: /^\d{4}-\d\d-\d\d$/ },
    ];
    const wrong = fields.filter(({ schema }) => {
      const leaf = schema.type === 'array' ? schema.items! : schema;
      const [example] = leaf.examples ?? [];
      const expected = formats.find(({ form }) => form.test(String(example)))?.format;
      return expected !== undefined && leaf.format !== expected;
    });
    expect(wrong.map(({ field }) => field)).toEqual([]);
  });
});
