import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import vectors from '../../vectors/events.json';
import {
  buildDeliveredEvent,
  canonicalKind,
  deliveredEventJsonSchema,
  eventDigest,
  eventIdentity,
  eventList,
  isEmittedKind,
  eventKindAliases,
  isEventKind,
  knownKinds,
  standardEventKinds,
  parseEventRow,
  type EventRow,
} from './index.js';

const T = 1_763_700_000_000;
const row: EventRow = { type: 'install.created', payload: { a: 1, b: 2 }, ts: T, id: null };
const read = (value: unknown): EventRow => {
  const parsed = parseEventRow(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.row;
};

describe('an event row', () => {
  it.each(vectors.rows)('agrees with the vector: $name', ({ row, expect: wanted }) => {
    const at = '/data/events/0';
    const parsed = parseEventRow(row, at);
    expect(parsed.issues.map(({ code, level, pointer }) => ({ code, level, pointer }))).toEqual(
      wanted.map(({ code, level, pointer }) => ({ code, level, pointer: at + pointer })),
    );
    expect(parsed.ok).toBe(!wanted.some(({ level }) => level === 'error'));
  });

  it.each([
    ['type', [null, 1, [], ['install.created'], undefined, ' ', 'a b', 'a.b\n', 'a..b', '1.a', 'a/b', '\u00e9.b']],
    ['ts', [undefined, null, '', 0.5, 1e300, NaN, Infinity, [], new Date(0), '2026-01-01T00:00:00Z', 2 ** 53]],
    ['payload', [undefined, null, true, 1, '', '{}', [{}]]],
  ])('is refused when it is no %s', (member, values) => {
    for (const value of values)
      expect([value, parseEventRow({ ...row, [member]: value }, '/data/events/3')]).toMatchObject([
        value,
        { ok: false, issues: [{ level: 'error', pointer: `/data/events/3/${member}` }] },
      ]);
  });

  it('has an id when there is a usable one, and unknown fields are ignored', () => {
    expect(read({ ...row, extra: 1, version: 'x' })).toEqual(row);
    for (const id of ['1', 'e'.repeat(256)]) expect(read({ ...row, id }).id).toBe(id);
    for (const id of ['', 'e'.repeat(257), {}, true]) {
      expect(parseEventRow({ ...row, id })).toMatchObject({
        ok: true,
        row: { id: null },
        issues: [{ level: 'warning', pointer: '/id' }],
      });
    }
  });

  it('is found among the rows of an answer', () => {
    expect(eventList({ events: [1] })).toEqual([1]);
    for (const data of [null, undefined, [], 'x', {}, { events: null }, { events: {} }, { Events: [] }])
      expect(eventList(data)).toBeNull();
  });
});

describe('the identity of an event', () => {
  it('is the id where there is one, else a hash that ignores key order and spelling', () => {
    expect(eventIdentity({ ...row, id: 'e-1' })).toBe('id:e-1');
    // An id is never mistaken for a hash.
    expect(eventIdentity({ ...row, id: eventIdentity(row) })).not.toBe(eventIdentity(row));
    expect(eventIdentity({ ...row, type: 'install_created', payload: { b: 2, a: 1 } })).toBe(eventIdentity(row));
  });

  const identity = (value: unknown): string => eventIdentity(read(value));

  it.each(vectors.same)('agrees with the vector of one event: $name', ({ rows }) => {
    expect(new Set(rows.map(identity)).size).toBe(1);
  });

  it.each(vectors.different)('agrees with the vector of two events: $name', ({ rows }) => {
    expect(new Set(rows.map(identity)).size).toBe(rows.length);
  });

  it('is the id, else kind, time and payload in any key order', () => {
    const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, object, (a, b) => {
        const [one, two] = [a, b].map((payload) => JSON.parse(JSON.stringify({ ...row, payload })) as typeof row);
        const turned = { ...one, payload: Object.fromEntries(Object.entries(one!.payload).reverse()) };
        expect(eventIdentity(read(turned))).toBe(eventIdentity(read(one)));
        const same = JSON.stringify(sorted(one!.payload)) === JSON.stringify(sorted(two!.payload));
        expect(eventIdentity(read(one)) === eventIdentity(read(two))).toBe(same);
        expect(eventIdentity(read({ ...one, id: 'x' }))).toBe(eventIdentity(read({ ...two, id: 'x' })));
        expect(eventDigest(read({ ...one, id: 'x' })) === eventDigest(read({ ...two, id: 'x' }))).toBe(same);
        expect(eventDigest(read({ ...one, ts: row.ts + 1 }))).not.toBe(eventDigest(read(one)));
      }),
    );
  });
});

describe('an event of the host', () => {
  const schema = new Validator(deliveredEventJsonSchema() as object, '2020-12');

  it.each(vectors.delivered)('is valid or not: $name', ({ body, ok }) => expect(schema.validate(body).valid).toBe(ok));

  it('is sent as the published schema says, with its time as the version of the Drive requires', () => {
    const event = { id: 'evt-1', kind: 'contact.created', tsMs: T, payload: { contact_id: 'c-1' } };
    expect(schema.validate(buildDeliveredEvent(event)).valid).toBe(true);
    expect(parseEventRow(buildDeliveredEvent(event, 2), '', 2)).toMatchObject({
      ok: true,
      row: { id: 'evt-1', ts: T },
    });
    const file = path.resolve(__dirname, '../../schemas/delivered-event.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(deliveredEventJsonSchema());
  });
});

describe('kinds of events', () => {
  it('include every standard kind and every alias, each under one spelling', () => {
    const names = knownKinds.map(({ kind }) => kind);
    expect(names).toEqual(expect.arrayContaining([...standardEventKinds, ...Object.values(eventKindAliases)]));
    expect(new Set(names.map(canonicalKind)).size).toBe(names.length);
    for (const name of names) expect([name, isEventKind(name), canonicalKind(name)]).toEqual([name, true, name]);
  });

  it('are equal in the two spellings that the contract names as one, and in no others', () => {
    expect(canonicalKind('install_created')).toBe('install.created');
    expect(canonicalKind('user_signup')).toBe('user_signup');
    expect(isEmittedKind({ type: 'install_revoked' }, ['install.revoked'])).toBe(true);
    expect(isEmittedKind({ type: 'user.signup' }, ['user_signup'])).toBe(true);
    expect(canonicalKind('subscription.started')).toBe('subscription_started');
    expect(isEmittedKind({ type: 'article.generated' }, ['article_generated'])).toBe(false);
    for (const kind of ['constructor', 'toString', '__proto__', 'valueOf'])
      expect([canonicalKind(kind), isEmittedKind({ type: kind }, ['install.created'])]).toEqual([kind, false]);
  });

  it.each(vectors.kinds)('$kind: $ok', ({ kind, ok }) => {
    expect(isEventKind(kind)).toBe(ok);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
