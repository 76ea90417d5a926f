import type { JsonObject } from '../json/types.js';
import { isSecretField, joinSecrets, secretFields, splitSecrets } from './index.js';

const text = { type: 'string' };

it.each([
  ['api_key', text, true],
  ['apiKey', text, true],
  ['smtp_password', text, true],
  ['value', { type: 'string', format: 'password' }, true],
  ['value', { type: 'string', writeOnly: true }, true],
  ['value', { type: 'string', title: 'Webhook secret' }, true],
  ['access_token', text, true],
  ['api_token', text, true],
  ['refresh_token', text, true],
  ['bearer-token', text, true],
  ['bearer', text, true],
  ['signing_key', text, true],
  ['Access key', text, true],
  ['max_tokens', { type: 'integer' }, false],
  ['use_api_key', { type: 'boolean' }, false],
  ['keyword', text, false],
  ['tone', text, false],
])('the field %s %j is a secret: %s', (name, schema, secret) => {
  expect(isSecretField(name, schema)).toBe(secret);
});

const schema: JsonObject = {
  type: 'object',
  properties: {
    tone: text,
    api_key: text,
    smtp: { type: 'object', properties: { host: text, password: text } },
    credentials: { type: 'object', properties: { user: text, pin: { type: 'integer' } } },
    hooks: { type: 'array', items: { type: 'object', properties: { url: text, secret: text } } },
    tags: { type: 'array', items: text },
    other: { $ref: '#/$defs/other' },
  },
  $defs: { other: { type: 'object', properties: { value: { type: 'string', format: 'password' } } } },
};
const values: JsonObject = {
  tone: 'dry',
  api_key: 'k-1',
  smtp: { host: 'mail.example', password: 'p-1' },
  credentials: { user: 'u-1', pin: 7 },
  hooks: [{ url: 'https://a.example', secret: 's-1' }],
  tags: ['a'],
  other: { value: 'o-1' },
  private_key: 'x-1',
};

it('secrets at any place can be removed, and put back', () => {
  const split = splitSecrets(schema, values);
  expect(split).toEqual({
    values: { tone: 'dry', smtp: { host: 'mail.example' }, credentials: {}, tags: ['a'], other: {} },
    secrets: {
      '/api_key': 'k-1',
      '/smtp/password': 'p-1',
      '/credentials/user': 'u-1',
      '/credentials/pin': 7,
      '/hooks': [{ url: 'https://a.example', secret: 's-1' }],
      '/other/value': 'o-1',
      '/private_key': 'x-1',
    },
  });
  expect(joinSecrets(split.values, split.secrets)).toEqual(values);
});

it('secrets of alternatives are found, and the groups around them created', () => {
  const either: JsonObject = {
    type: 'object',
    oneOf: [{ properties: { a: text } }, { properties: { b: { type: 'string', writeOnly: true } } }],
  };
  expect(splitSecrets(either, { b: 'x' }).secrets).toEqual({ '/b': 'x' });
  expect(joinSecrets({}, { '/smtp/password': 'p', '/gone': null })).toEqual({ smtp: { password: 'p' } });
  expect(joinSecrets({ smtp: 'text' }, { '/smtp/password': 'p' })).toEqual({ smtp: 'text' });
});

it('finds what a form asks for in fields, lists, alternatives and definitions, each with its name', () => {
  const found = secretFields({
    type: 'object',
    title: 'Credentials',
    properties: {
      api_token: text,
      tone: { type: 'string', enum: ['secret'], description: 'No password.' },
      max_tokens: { type: 'integer' },
      accounts: { type: 'array', items: { type: 'string', format: 'password' } },
      login: { oneOf: [{ properties: { 'client/secret': text } }, { title: 'Bearer', type: 'string' }] },
    },
    $defs: { hidden: { type: 'string', writeOnly: true } },
  });
  expect(found.map(({ pointer, label }) => [pointer, label])).toEqual([
    ['/properties/api_token', 'api_token'],
    ['/properties/accounts/items', 'accounts'],
    ['/properties/login/oneOf/0/properties/client~1secret', 'client/secret'],
    ['/properties/login/oneOf/1', 'Bearer'],
    ['/$defs/hidden', 'Credentials'],
  ]);
});
