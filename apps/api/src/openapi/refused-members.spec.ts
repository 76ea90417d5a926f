import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@portal/kernel';
import { createValidationPipe } from '@portal/platform/http';
import '../api.module.js';
import { validatedClasses } from './request-constraints.js';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
type Values = Record<string, unknown>;

const { paths, components } = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../docs/openapi.json'), 'utf8'),
) as {
  paths: Record<string, Record<string, { operationId: string; requestBody?: { content: Record<string, Body> } }>>;
  components: { schemas: Record<string, Schema> };
};
interface Body {
  schema: Schema;
  example?: Values;
}

const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1)!;
const resolved = (schema: Schema): Schema => (schema.$ref ? resolved(components.schemas[nameOf(schema)]!) : schema);

/** Whether the document says that a value of that JSON type may stand there; what says no type may be anything. */
function allows(given: Schema, type: string): boolean {
  const schema = resolved(given);
  if (schema.allOf) return schema.allOf.every((one) => allows(one, type));
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return any.some((one) => allows(one, type));
  return schema.type === undefined || [schema.type].flat().includes(type);
}

const OTHERS: [string, unknown][] = [
  ['null', null],
  ['string', 'x'],
  ['integer', 7],
  ['boolean', true],
  ['object', {}],
  ['array', [[]]],
];

/** Every object within a body, by how it is put back into the whole. */
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
    if (name in values)
      yield* objectsOf(member, values[name], (made) => put({ ...values, [name]: made }), `${at}/${name}`);
  }
}
interface Place {
  at: string;
  made: unknown;
}

const bodies = Object.values(paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, requestBody }) => {
    const { schema, example } = requestBody?.content['application/json'] ?? {};
    return schema?.$ref && example ? [{ operationId, schema, example }] : [];
  }),
);

it('refuses with a pointer what the document of a body forbids, at every depth', async () => {
  const pipe = createValidationPipe();
  const classes = new Map(validatedClasses().map((one) => [one.name, one]));
  const taken: string[] = [];
  let tried = 0;
  for (const { operationId, schema, example } of bodies)
    for (const { at, made } of objectsOf(schema, example, (whole) => whole)) {
      tried += 1;
      const outcome: unknown = await pipe
        .transform(made, { type: 'body', metatype: classes.get(nameOf(schema)) })
        .then(() => 'taken')
        .catch((error: unknown) => error);
      const refused = outcome instanceof AppError && outcome.status === 400 && outcome.details.length > 0;
      if (!refused || outcome.details.some(({ pointer }) => pointer === ''))
        taken.push(`${operationId} ${at}: ${String(outcome)}`);
    }
  expect(bodies.length).toBeGreaterThan(100);
  expect(tried).toBeGreaterThan(2_000);
  expect(taken).toEqual([]);
});
