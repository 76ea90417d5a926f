import { validateAgainst } from './validator.js';

const schema = {
  type: 'object',
  required: ['tone', 'name'],
  properties: {
    tone: { type: 'string', enum: ['plain', 'warm'] },
    name: { type: 'string', minLength: 3 },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    channels: { type: 'array', items: { type: 'string', minLength: 2 } },
    nested: { type: 'object', required: ['inner'], properties: { inner: { type: 'boolean' } } },
  },
} as const;

const check = (data: unknown): [string, string][] =>
  validateAgainst(structuredClone(schema) as never, data).map((error) => [error.property ?? '', error.message ?? '']);

it('accepts what fits', () => {
  expect(check({ tone: 'plain', name: 'abc', limit: 50, channels: ['ab'], nested: { inner: true } })).toEqual([]);
});

it('names each missing field itself, not the object around it', () => {
  expect(check({ nested: {} })).toEqual(
    expect.arrayContaining([
      ['.tone', 'Fill this in.'],
      ['.name', 'Fill this in.'],
      ['.nested.inner', 'Fill this in.'],
    ]),
  );
});

it.each([
  [{ tone: 'loud', name: 'abc' }, '.tone', 'Choose one of the offered values.'],
  [{ tone: 'plain', name: 'ab' }, '.name', 'At least 3 characters.'],
  [{ tone: 'plain', name: 'abc', limit: 0 }, '.limit', 'At least 1.'],
  [{ tone: 'plain', name: 'abc', limit: 51 }, '.limit', 'At most 50.'],
  [{ tone: 'plain', name: 'abc', limit: 'x' }, '.limit', 'Must be of type integer.'],
  [{ tone: 'plain', name: 'abc', channels: ['a'] }, '.channels.0', 'At least 2 characters.'],
])('says of %j at %s: %s', (data, property, message) => {
  expect(check(data)).toContainEqual([property, message]);
});
