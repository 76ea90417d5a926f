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

const T = 1_763_700_000_000;
const codes = (value: unknown): string[] =>
  parseEventRow(value, '/data/events/0').issues.map(({ code, pointer }) => `${code} ${pointer}`);

describe('event row', () => {
  it.each([
    [{ type: 'install.created', payload: {}, ts: T }, []],
    [{ type: 'install_created', payload: {}, ts: T, id: 'e-1', extra: 1 }, []],
    [{ type: 'probe.failed', payload: {}, ts: 0 }, []],
    [7, ['event_row /data/events/0']],
    [{ type: 'Install', payload: {}, ts: T }, ['event_type /data/events/0/type']],
    [{ type: 'a', payload: [], ts: T }, ['event_payload /data/events/0/payload']],
    [{ type: 'a', ts: T }, ['event_payload /data/events/0/payload']],
    [{ type: 'a', payload: {}, ts: '1' }, ['event_ts /data/events/0/ts']],
    [{ type: 'a', payload: {}, ts: T + 0.5 }, ['event_ts /data/events/0/ts']],
    [{ type: 'a', payload: {}, ts: -1 }, ['event_ts /data/events/0/ts']],
    [{ type: 'a', payload: {}, ts: 1_763_700_000 }, ['event_ts_seconds /data/events/0/ts']],
    [{ type: 'a', payload: {}, ts: 999_999_999_999 }, ['event_ts_seconds /data/events/0/ts']],
    [{ type: 'a', payload: {}, ts: 1_000_000_000_000 }, []],
    [{ type: 'a', payload: {}, ts: T, id: 7 }, ['event_id /data/events/0/id']],
  ])('%j has the issues %j', (value, expected) => {
    expect(codes(value)).toEqual(expected);
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

describe('kinds', () => {
  it('knows the two spellings of the life-cycle kinds as one, and no others', () => {
    expect(canonicalKind('install_created')).toBe('install.created');
    expect(canonicalKind('user_signup')).toBe('user_signup');
    expect(canonicalKind('toString')).toBe('toString');
    expect(isEmittedKind({ type: 'install_revoked' }, ['install.revoked'])).toBe(true);
    expect(isEmittedKind({ type: 'user.signup' }, ['user_signup'])).toBe(false);
    expect(isEmittedKind({ type: 'install.created' }, [])).toBe(false);
  });

  it.each([
    ['a', true],
    ['a.b', true],
    ['deal.stage_changed', true],
    ['a1.b2', true],
    ['', false],
    ['A', false],
    ['a-b', false],
    ['a.', false],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
  ])('%p: %s', (kind, expected) => {
    expect(isEventKind(kind)).toBe(expected);
  });
});
