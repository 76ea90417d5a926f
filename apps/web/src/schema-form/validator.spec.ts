import { validator, validatorKeeping } from './validator.js';

const schema = {
  type: 'object',
  required: ['tone', 'name'],
  properties: {
    tone: { type: 'string', enum: ['plain', 'warm'] },
    name: { type: 'string', minLength: 3 },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    channels: { type: 'array', items: { type: 'string', minLength: 2 } },
    code: { type: 'string', pattern: '^[A-Z]{2}$', examples: ['AB'] },
    'sender.address': { type: 'string', format: 'email' },
    nested: { type: 'object', required: ['inner'], properties: { inner: { type: 'boolean' } } },
  },
} as const;
type Data = Record<string, unknown>;

const check = (data: Data): [string, string][] =>
  validator
    .validateFormData(data, structuredClone(schema) as never)
    .errors.map((error) => [error.property ?? '', error.message ?? '']);

it('valid input is accepted', () => {
  expect(check({ tone: 'plain', name: 'abc', limit: 50, channels: ['ab'], nested: { inner: true } })).toEqual([]);
});

it('each missing field is named itself, not the object around it', () => {
  expect(check({ nested: {} })).toEqual([
    ['.tone', 'This field is required.'],
    ['.name', 'This field is required.'],
    ['.nested.inner', 'This field is required.'],
  ]);
});

it('an emptied field counts as absent', () => {
  expect(check({ tone: 'plain', name: undefined, limit: undefined })).toEqual([['.name', 'This field is required.']]);
});

it('a saved secret is not required again', () => {
  const { errors } = validatorKeeping(['/name']).validateFormData({}, structuredClone(schema) as never);
  expect(errors.map(({ property }) => property)).toEqual(['.tone']);
});

it('an error is at its field, whatever the name of the field is', () => {
  const data = { tone: 'plain', name: 'abc', 'sender.address': 'nobody' };
  expect(validator.validateFormData(data, structuredClone(schema) as never).errorSchema).toEqual({
    'sender.address': { __errors: ['Must be an email address.'] },
  });
});

it.each([
  [{ tone: 'loud', name: 'abc' }, '.tone', 'Must be one of: plain, warm.'],
  [{ tone: 'plain', name: 'ab' }, '.name', 'Must have at least 3 characters.'],
  [{ tone: 'plain', name: 'abc', limit: 0 }, '.limit', 'Must be at least 1.'],
  [{ tone: 'plain', name: 'abc', limit: 51 }, '.limit', 'Must be at most 50.'],
  [{ tone: 'plain', name: 'abc', limit: 'x' }, '.limit', 'Must be a whole number.'],
  [{ tone: 'plain', name: 'abc', limit: 2.5 }, '.limit', 'Must be a whole number.'],
  [
    { tone: 'plain', name: 'abc', limit: '9007199254740993' },
    '.limit',
    'This number has too many digits to be kept exactly.',
  ],
  [{ tone: 'plain', name: 'abc', channels: ['a'] }, '.channels.0', 'Must have at least 2 characters.'],
  [{ tone: 'plain', name: 'abc', code: 'ABC' }, '.code', 'Must look like this example: AB'],
])('%j is reported at %s: %s', (data, property, message) => {
  expect(check(data)).toEqual([[property, message]]);
});

it('an alternative is chosen by references of the whole schema', () => {
  const root = { type: 'object', definitions: { code: { type: 'string', minLength: 2 } } } as const;
  const alternative = { $ref: '#/definitions/code' };
  expect(validator.isValid(alternative, 'ab' as never, root)).toBe(true);
  expect(validator.isValid(alternative, 'a' as never, root)).toBe(false);
});

it('a pattern that takes a backtracking engine hours does not block the page', () => {
  const hostile = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } as const;
  expect(validator.isValid(hostile, { a: `${'a'.repeat(40)}!` }, hostile)).toBe(false);
});
