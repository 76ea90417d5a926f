import { createSchemaUtils, getSchemaType, type RJSFSchema } from '@rjsf/utils';
import fc from 'fast-check';
import { checkConfigSchema, configExample, validateConfig } from '../../../../libs/contract/src/index.js';
import type { JsonObject } from '../../../../libs/contract/src/browser.js';
import { formDefaults } from './form-defaults.js';
import { requiredFirst } from './required-first.js';
import { validator } from './validator.js';

type Data = Record<string, unknown>;

const field = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', minLength: 3, pattern: '^[a-z]+$' },
  { type: 'string', format: 'email' },
  { type: 'string', enum: ['x', 'y'], default: 'y' },
  { type: 'integer', minimum: 3, maximum: 3 },
  { type: 'boolean' },
  { type: ['null', 'string'] },
  { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true },
  { type: 'array', items: { enum: ['x', 'y'] } },
  { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] },
  { type: 'object', required: ['on'], properties: { on: { type: 'boolean' }, note: { type: 'string', default: 'n' } } },
  { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  { $ref: '#/$defs/code' },
  { title: 'Anything' },
  { type: 'array' },
  { type: 'string', readOnly: true },
  { type: 'string', readOnly: true, default: 'fixed' },
);
const schemas = fc
  .record({
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), field, { noNullPrototype: true }),
    required: fc.subarray(['a', 'b', 'c', 'd']),
    additionalProperties: fc.boolean(),
  })
  .map((form): JsonObject => ({ type: 'object', ...form, $defs: { code: { type: 'string', maxLength: 4 } } }));

it('a form has every required field of an accepted schema, and its defaults are valid input', () => {
  let passed = 0;
  fc.assert(
    fc.property(schemas, (schema) => {
      if (checkConfigSchema(schema).some(({ level }) => level === 'error')) return;
      passed += 1;
      const form = requiredFirst(schema) as RJSFSchema;
      const utils = createSchemaUtils<Data>(validator, form, formDefaults);
      const properties = schema.properties as Record<string, RJSFSchema>;
      const example = configExample(schema)!;
      for (const name of schema.required as string[]) {
        if (!Object.hasOwn(properties, name)) continue;
        const drawn = utils.retrieveSchema(properties[name]!, undefined);
        const type = getSchemaType(drawn);
        expect([name, type !== undefined || drawn.anyOf !== undefined]).toEqual([name, true]);
        expect([name, type === 'array' && drawn.items === undefined]).toEqual([name, false]);
      }
      const entered = utils.getDefaultFormState(form, structuredClone(example)) as Data;
      expect([entered, validateConfig(schema, JSON.parse(JSON.stringify(entered)))]).toEqual([entered, []]);
    }),
    { numRuns: 300 },
  );
  expect(passed).toBeGreaterThan(30);
});
