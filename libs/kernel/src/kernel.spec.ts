import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import {
  AppError,
  Secret,
  SystemIds,
  decodeCursor,
  defineErrors,
  defineStates,
  encodeCursor,
  exponentOf,
  formatMinor,
  parseMinor,
  toPage,
} from './index.js';

describe('a Secret', () => {
  const secret = new Secret('hunter2-hunter2');
  it.each([
    ['template string', () => `${secret}`],
    ['concatenation', () => 'x' + String(secret)],
    ['JSON', () => JSON.stringify({ secret })],
    ['inspect', () => inspect({ secret }, { depth: 9, showHidden: true })],
    ['spread', () => JSON.stringify({ ...secret })],
  ])('is not shown by %s', (_name, show) => expect(show()).not.toContain('hunter2'));
  it('refuses the empty value', () => expect(() => new Secret('')).toThrow());
});

describe('ids', () => {
  it('are version 7 and increase even when the clock stops or goes back', () => {
    let ms = 1_700_000_000_000;
    const ids = new SystemIds(undefined, () => ms);
    const made = Array.from({ length: 10_000 }, (_, i) => {
      if (i === 5_000) ms -= 60_000;
      return ids.next();
    });
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(made.length);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('a table of states', () => {
  const door = defineStates({ open: ['closed'], closed: ['open', 'locked'], locked: [] });
  it('allows only its own transitions', () => {
    expect(door.can('open', 'closed')).toBe(true);
    expect(door.can('open', 'locked')).toBe(false);
    expect(() => door.assert('locked', 'open')).toThrow(AppError);
    expect(door.final).toEqual(['locked']);
  });
  it('is refused with an unreachable state', () =>
    expect(() => defineStates({ a: [], b: ['a'] })).toThrow('nothing leads to: b'));
});

describe('pages of a list', () => {
  it('return the values of a cursor and refuse foreign text', () => {
    expect(decodeCursor(encodeCursor(['2026-11-01', 'ü', 3]), 3)).toEqual(['2026-11-01', 'ü', 3]);
    for (const bad of ['', 'x', '!!!', encodeCursor([1]), btoa('{}')])
      expect(() => decodeCursor(bad, 3)).toThrow(AppError);
  });
  it('have a next cursor only when there is a further row', () => {
    expect(toPage([1, 2], 2, (n) => [n], String)).toEqual({ items: ['1', '2'], next_cursor: null });
    expect(toPage([1, 2, 3], 2, (n) => [n], String).next_cursor).toBe(encodeCursor([2]));
  });
});

it('an error code cannot be defined with two meanings', () => {
  defineErrors({ kernel_spec_code: [400, 'a'] });
  expect(() => defineErrors({ kernel_spec_code: [409, 'b'] })).toThrow('twice');
});

it('a currency has the decimals of the ledger', () => {
  const seed = fs.readFileSync(path.resolve(__dirname, '../../../db/ledger/seed.sql'), 'utf8');
  const known = [...seed.matchAll(/\('([a-z]{3})', (\d), \d+, \d+, \d+, \d+\)/g)];
  expect(known.length).toBeGreaterThan(30);
  expect(known.map(([, code]) => [code, exponentOf(code!)])).toEqual(known.map(([, code, of]) => [code, Number(of)]));
});

it('amounts are whole minor units', () => {
  expect(parseMinor('-4900')).toBe(-4900n);
  for (const bad of ['', '1.5', '1e3', ' 1', '9'.repeat(19)]) expect(() => parseMinor(bad)).toThrow(RangeError);
  expect([
    formatMinor(4900n, 'usd'),
    formatMinor(-5n, 'usd'),
    formatMinor(120n, 'jpy'),
    formatMinor(8n, 'KWD'),
  ]).toEqual(['49.00 USD', '-0.05 USD', '120 JPY', '0.008 KWD']);
});
