import fc from 'fast-check';
import {
  canonicalKind,
  eventDigest,
  eventIdentity,
  eventList,
  isEmittedKind,
  isEventKind,
  parseEventRow,
  type EventRow,
} from './index.js';

const ROW = { type: 'install.created', payload: {}, ts: 1_767_225_600_000 };
const row = (value: unknown): EventRow => {
  const result = parseEventRow(value);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.row;
};

const KINDS = [
  ...[
    'install.created',
    'install_created',
    'install.revoked',
    'install_revoked',
    'user_signup',
    'subscription_started',
  ],
  ...[
    'subscription_canceled',
    'subprocessor.updated',
    'baa.expiring',
    'article_generated',
    'brief_created',
    'audit_completed',
  ],
  ...[
    'fix_committed',
    'message_received',
    'probe.failed',
    'content.draft_ready',
    'content.published',
    'contact.created',
  ],
  ...['deal.stage_changed', 'brand.voice_updated', 'competitor.move', 'knowledge.entity_added', 'campaign.launched'],
];
const NO_KINDS = [
  ...[
    '',
    ' ',
    '.',
    '_',
    'a.',
    '.a',
    'a..b',
    'a b',
    'a\n',
    'a.b\n',
    'Install.Created',
    'INSTALL',
    '\u00e9.b',
    'a/b',
    'a:b',
    '1.a',
    'a'.repeat(129),
  ],
  ...[null, true, 1, {}, [], ['install.created'], undefined],
];

describe('event rows by the contract', () => {
  it.each(KINDS)('%s is a kind', (kind) => {
    expect(isEventKind(kind)).toBe(true);
    expect(row({ ...ROW, type: kind })).toMatchObject({ type: kind });
  });

  it.each(NO_KINDS)('%j is no kind', (kind) => {
    expect(isEventKind(kind)).toBe(false);
    expect(parseEventRow({ ...ROW, type: kind })).toMatchObject({
      ok: false,
      issues: [{ level: 'error', pointer: '/type' }],
    });
  });

  it.each([
    ...[
      undefined,
      null,
      true,
      '',
      '1767225600000',
      -1,
      0.5,
      1_767_225_600_000.5,
      1_767_225_600,
      1e300,
      NaN,
      Infinity,
      {},
      [],
    ],
    ...[new Date(0), '2026-01-01T00:00:00Z', 2 ** 53],
  ])('the time %p is not Unix milliseconds', (ts) => {
    expect(parseEventRow({ ...ROW, ts })).toMatchObject({ ok: false, issues: [{ level: 'error', pointer: '/ts' }] });
  });

  it.each([undefined, null, true, 1, '', '{}', [], [{}]])('the payload %j is no object', (payload) => {
    expect(parseEventRow({ ...ROW, payload }, '/data/events/3')).toMatchObject({
      ok: false,
      issues: [{ level: 'error', pointer: '/data/events/3/payload' }],
    });
  });

  it.each([null, true, 1, 'row', [], [ROW]])('%j is no row', (value) => {
    expect(parseEventRow(value)).toMatchObject({ ok: false, issues: [{ level: 'error', pointer: '' }] });
  });

  it('reads an id when there is a usable one, and ignores unknown fields', () => {
    expect(row({ ...ROW, extra: 1, version: 'x' })).toEqual({ ...ROW, id: null });
    for (const id of ['1', 'e'.repeat(256)]) expect(row({ ...ROW, id }).id).toBe(id);
    for (const id of ['', 'e'.repeat(257), {}, [], true]) {
      expect(parseEventRow({ ...ROW, id })).toMatchObject({
        ok: true,
        row: { id: null },
        issues: [{ level: 'warning', pointer: '/id' }],
      });
    }
    expect(row({ ...ROW, id: null }).id).toBeNull();
  });

  it.each([null, undefined, [], 'x', {}, { events: null }, { events: {} }, { Events: [] }, { rows: [] }])(
    '%j lists no events',
    (data) => {
      expect(eventList(data)).toBeNull();
    },
  );

  it('allows exactly the kinds a manifest lists, under both spellings of those that the contract names', () => {
    expect(isEmittedKind({ type: 'install_created' }, ['install.created'])).toBe(true);
    expect(isEmittedKind({ type: 'install.revoked' }, ['install_revoked'])).toBe(true);
    expect(isEmittedKind({ type: 'user.signup' }, ['user_signup'])).toBe(true);
    expect(isEmittedKind({ type: 'article.generated' }, ['article_generated'])).toBe(false);
    expect(isEmittedKind({ type: 'install.created' }, [])).toBe(false);
    for (const kind of ['constructor', 'toString', '__proto__', 'valueOf']) {
      expect([canonicalKind(kind), isEmittedKind({ type: kind }, ['install.created'])]).toEqual([kind, false]);
    }
  });

  it('recognises an event by id, else by kind, time and payload, in any key order', () => {
    const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, object, (a, b) => {
        const [one, two] = [a, b].map((payload) => JSON.parse(JSON.stringify({ ...ROW, payload })) as typeof ROW);
        const turned = { ...one, payload: Object.fromEntries(Object.entries(one!.payload).reverse()) };
        expect(eventIdentity(row(turned))).toBe(eventIdentity(row(one)));
        const same = JSON.stringify(sorted(one!.payload)) === JSON.stringify(sorted(two!.payload));
        expect(eventIdentity(row(one)) === eventIdentity(row(two))).toBe(same);
        expect(eventIdentity(row({ ...one, id: 'x' }))).toBe(eventIdentity(row({ ...two, id: 'x' })));
        expect(eventDigest(row({ ...one, id: 'x' })) === eventDigest(row({ ...two, id: 'x' }))).toBe(same);
        expect(eventDigest(row({ ...one, ts: ROW.ts + 1 }))).not.toBe(eventDigest(row(one)));
      }),
    );
    expect(eventIdentity(row({ ...ROW, type: 'install_created' }))).toBe(eventIdentity(row(ROW)));
    // An id is never mistaken for a hash.
    expect(eventIdentity(row({ ...ROW, id: `hash:${eventDigest(row(ROW))}` }))).not.toBe(eventIdentity(row(ROW)));
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
