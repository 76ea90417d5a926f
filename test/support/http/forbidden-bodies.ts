import { readFileSync } from 'node:fs';
import path from 'node:path';
import { encodeCursor } from '@portal/kernel';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
type Values = Record<string, unknown>;
interface Body {
  schema: Schema;
  example?: Values;
}
interface Place {
  at: string;
  made: unknown;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, Body> };
}

const { paths, components } = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../docs/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1)!;
const resolved = (schema: Schema): Schema => (schema.$ref ? resolved(components.schemas[nameOf(schema)]!) : schema);

/** Whether the document allows a value of that JSON type there; without a type any value is allowed. */
function allows(given: Schema, type: string): boolean {
  const schema = resolved(given);
  if (schema.allOf) return schema.allOf.every((one) => allows(one, type));
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return any.some((one) => allows(one, type));
  if (type === 'empty text') {
    const { enum: values, format, pattern, minLength = 0 } = schema;
    const fits = values ? values.includes('') : pattern === undefined || new RegExp(pattern, 'u').test('');
    return (
      !allows(schema, 'string') || (fits && minLength === 0 && !/^(uuid|date-time|date|email)$/.test(format ?? ''))
    );
  }
  if (type === 'a week') return !allows(schema, 'string') || schema.format !== 'date-time';
  if (type === 'empty list') return !allows(schema, 'array') || (schema.minItems ?? 0) === 0;
  return schema.type === undefined || [schema.type].flat().includes(type);
}

const OTHERS: [string, unknown][] = [
  ['null', null],
  ['string', 'x'],
  ['integer', 7],
  ['boolean', true],
  ['object', {}],
  ['array', [[]]],
  ['empty text', ''],
  ['a week', '2026-W01'],
  ['empty list', []],
];

/** Every object within a body, with a function that replaces it there. */
function* objectsOf(given: Schema, value: unknown, put: (made: unknown) => unknown, at = ''): Generator<Place> {
  const schema = resolved(given);
  if (Array.isArray(value) && schema.items && value.length > 0) {
    for (const [type, other] of OTHERS)
      if (!allows(schema.items, type)) yield { at: `${at}/0 ${type}`, made: put([other]) };
    yield* objectsOf(schema.items, value[0], (made) => put([made]), `${at}/0`);
  }
  if (!schema.properties || typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const values = value as Values;
  yield { at: `${at}/not_a_member`, made: put({ ...values, not_a_member: 1 }) };
  for (const [name, member] of Object.entries(schema.properties)) {
    const { [name]: _, ...rest } = values;
    if (schema.required?.includes(name)) yield { at: `${at}/${name} absent`, made: put(rest) };
    for (const [type, other] of OTHERS)
      if (!allows(member, type) && !(type === 'integer' && allows(member, 'number')))
        yield { at: `${at}/${name} ${type}`, made: put({ ...values, [name]: other }) };
    if (/^(reason|note|text)$/.test(name) && (resolved(member).minLength ?? 0) > 1)
      yield { at: `${at}/${name} blank`, made: put({ ...values, [name]: '\n'.repeat(300) }) };
    if (name in values)
      yield* objectsOf(member, values[name], (made) => put({ ...values, [name]: made }), `${at}/${name}`);
  }
}

const operations = Object.entries(paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ route: `${method.toUpperCase()} ${address}`, ...one })),
);

/** What the documents of all bodies forbid, made of their examples, at every depth. `at` says where and how. */
export const forbiddenBodies = operations.flatMap(({ route, operationId, requestBody }) => {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  if (!schema?.$ref || !example) return [];
  const bodies = [...objectsOf(schema, example, (whole) => whole)];
  return [{ route, operationId, schema: nameOf(schema), bodies }];
});

const LONG = 'x'.repeat(10_000);
/** Cursors that no list gave, of as many values as any has. */
const CURSORS = ['9'.repeat(30), '2026-01-01T00:00:00+99:99'].flatMap((value) =>
  [1, 2, 3, 4].map((length) => encodeCursor(Array<string>(length).fill(value))),
);

/**
 * Values that no query parameter expects, for every parameter of every documented GET; `refused`: the document says so,
 * or no value of the kind can be meant.
 */
export const oddQueries = operations.flatMap(({ route, parameters = [] }) =>
  !route.startsWith('GET ')
    ? []
    : parameters
        // The validator has an answer of its own, and looks at its address first.
        .filter((one) => one.in === 'query' && !route.endsWith('/manifest-validate'))
        .flatMap(({ name, schema }) => {
          const isText = allows(schema, 'string') && !schema.enum && !schema.format && !schema.pattern;
          const of = (query: string, refused: boolean) => ({ route, name, query, refused });
          return [
            of(`${name}=a%00b`, true),
            of(`${name}=%7B%5B%22`, !isText),
            of(`${name}=`, false),
            of(`${name}=a&${name}=b`, !allows(schema, 'array') && schema.maxItems === undefined),
            of(`${name}[a]=b`, false),
            of(`${name}=${LONG}`, !isText),
            ...(name === 'cursor' ? CURSORS.map((cursor) => of(`cursor=${cursor}`, false)) : []),
          ];
        }),
);
