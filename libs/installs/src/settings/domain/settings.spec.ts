import type { JsonObject } from '@portal/contract';
import { carrySettings, changeSettings, NO_SETTINGS, settingDifferences } from './settings.js';

const schema: JsonObject = {
  type: 'object',
  required: ['name', 'api_key'],
  properties: {
    name: { type: 'string', minLength: 1 },
    api_key: { type: 'string', minLength: 3 },
    limit: { type: 'integer', default: 5 },
    smtp: {
      type: 'object',
      required: ['host'],
      properties: { host: { type: 'string' }, password: { type: 'string' } },
    },
  },
  additionalProperties: false,
};
const stored = {
  values: { name: 'A', limit: 5, smtp: { host: 'h' } },
  secrets: { '/api_key': 'key-1', '/smtp/password': 'pw' },
};
const codes = (issues: readonly { code: string; pointer: string }[]) =>
  issues.map((one) => `${one.code} ${one.pointer}`);

it('changed settings store secrets separately, with defaults filled in', () => {
  expect(changeSettings(schema, NO_SETTINGS, { name: 'A', api_key: 'key-1' })).toEqual({
    stored: { values: { name: 'A', limit: 5 }, secrets: { '/api_key': 'key-1' } },
    secretsWritten: ['/api_key'],
    issues: [],
  });
});

it('changed settings keep an omitted secret, replace a given one and remove one that is null', () => {
  const left = changeSettings(schema, stored, { name: 'B', smtp: { host: 'h' } });
  expect([left.stored.secrets, left.secretsWritten, left.issues]).toEqual([stored.secrets, [], []]);
  const given = changeSettings(schema, stored, { name: 'B', api_key: 'key-2', smtp: { host: 'h', password: null } });
  expect(given.stored.secrets).toEqual({ '/api_key': 'key-2' });
  expect(given.secretsWritten).toEqual(['/api_key', '/smtp/password']);
  expect(given.issues).toEqual([]);
});

it('changed settings lose the secrets of a removed group, and keep a required one', () => {
  expect(changeSettings(schema, stored, { name: 'B' }).stored.secrets).toEqual({ '/api_key': 'key-1' });
  expect(codes(changeSettings(schema, stored, { name: 'B', api_key: null }).issues)).toEqual([
    'config_required /api_key',
  ]);
});

it('changed settings are refused with every problem of the form', () => {
  expect(codes(changeSettings(schema, stored, { limit: 2.5, other: 1 }).issues)).toEqual([
    'config_required /name',
    'config_type /limit',
    'config_unknown /other',
  ]);
});

it('settings in another form omit what it lacks, and report what it requires', () => {
  const next: JsonObject = {
    type: 'object',
    required: ['name', 'region'],
    properties: { name: { type: 'string' }, api_key: { type: 'string' }, region: { type: 'string' } },
    additionalProperties: false,
  };
  const carried = carrySettings(next, stored);
  expect(carried.stored).toEqual({ values: { name: 'A' }, secrets: { '/api_key': 'key-1' } });
  expect(codes(carried.issues)).toEqual(['config_required /region']);
  expect(carrySettings(null, stored).stored).toEqual(NO_SETTINGS);
  expect(carrySettings(schema, stored)).toEqual({ stored, secretsWritten: [], issues: [] });
  expect(carried.secretsWritten).toEqual(['/smtp/password']);
});

it('settings keep as a secret what was entered as one, whatever the next form calls it', () => {
  const open: JsonObject = { type: 'object', properties: { code: { type: 'string' } } };
  const before = { values: {}, secrets: { '/code': 'c-1' } };
  expect(carrySettings(open, before).stored).toEqual(before);
});

it('a comparison of settings names the fields that differ', () => {
  expect(
    settingDifferences({ a: 1, g: { x: 1, y: 2 }, l: [1], gone: 'x' }, { a: 1, g: { x: 1, y: 3 }, l: [1, 2], new: {} }),
  ).toEqual([
    { pointer: '/g/y', before: 2, after: 3 },
    { pointer: '/l', before: [1], after: [1, 2] },
    { pointer: '/gone', before: 'x', after: undefined },
    { pointer: '/new', before: undefined, after: {} },
  ]);
});
