import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
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

describe('event row', () => {
  it.each(vectors.rows)('vector: $name', ({ row, expect: wanted }) => {
    const at = '/data/events/0';
    const parsed = parseEventRow(row, at);
    expect(parsed.issues.map(({ code, level, pointer }) => ({ code, level, pointer }))).toEqual(
      wanted.map(({ code, level, pointer }) => ({ code, level, pointer: at + pointer })),
    );
    expect(parsed.ok).toBe(!wanted.some(({ level }) => level === 'error'));
  });

  it('finds the rows of an answer', () => {
    expect(eventList({ events: [1] })).toEqual([1]);
    expect(eventList({ items: [] })).toBeNull();
    expect(eventList([])).toBeNull();
  });
});

describe('event identity', () => {
  const row: EventRow = { type: 'install.created', payload: { a: 1, b: 2 }, ts: T, id: null };

  it('is the id where there is one, else a hash that ignores key order and spelling', () => {
    expect(eventIdentity({ ...row, id: 'e-1' })).toBe('id:e-1');
    expect(eventIdentity({ ...row, type: 'install_created', payload: { b: 2, a: 1 } })).toBe(eventIdentity(row));
  });

  const identity = (value: unknown): string => {
    const parsed = parseEventRow(value);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    return eventIdentity(parsed.row);
  };

  it.each(vectors.same)('vector, one event: $name', ({ rows }) => {
    expect(new Set(rows.map(identity)).size).toBe(1);
  });

  it.each(vectors.different)('vector, two events: $name', ({ rows }) => {
    expect(new Set(rows.map(identity)).size).toBe(rows.length);
  });

  it('changes with each part of the data', () => {
    const digests = [
      row,
      { ...row, ts: T + 1 },
      { ...row, type: 'install.revoked' },
      { ...row, payload: { a: 1 } },
    ].map(eventDigest);
    expect(new Set(digests).size).toBe(4);
    expect(eventDigest({ ...row, id: 'e-1' })).toBe(eventDigest(row));
  });
});

describe('an event of the host', () => {
  const schema = new Validator(deliveredEventJsonSchema() as object, '2020-12');

  it.each(vectors.delivered)('vector: $name', ({ body, ok }) => expect(schema.validate(body).valid).toBe(ok));

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

describe('kinds', () => {
  it('describe every standard kind and every alias, each under one spelling', () => {
    const names = knownKinds.map(({ kind }) => kind);
    expect(names).toEqual(expect.arrayContaining([...standardEventKinds, ...Object.values(eventKindAliases)]));
    expect(new Set(names.map(canonicalKind)).size).toBe(names.length);
    for (const name of names) expect([name, isEventKind(name), canonicalKind(name)]).toEqual([name, true, name]);
  });

  it('match the two spellings of the kinds that the contract names as one, and no others', () => {
    expect(canonicalKind('install_created')).toBe('install.created');
    expect(canonicalKind('user_signup')).toBe('user_signup');
    expect(canonicalKind('toString')).toBe('toString');
    expect(isEmittedKind({ type: 'install_revoked' }, ['install.revoked'])).toBe(true);
    expect(isEmittedKind({ type: 'user.signup' }, ['user_signup'])).toBe(true);
    expect(canonicalKind('subscription.started')).toBe('subscription_started');
    expect(isEmittedKind({ type: 'article.generated' }, ['article_generated'])).toBe(false);
    expect(isEmittedKind({ type: 'install.created' }, [])).toBe(false);
  });

  it.each(vectors.kinds)('$kind: $ok', ({ kind, ok }) => {
    expect(isEventKind(kind)).toBe(ok);
  });
});
