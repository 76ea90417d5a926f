import fc from 'fast-check';
import { KeyModel, keySteps, type KeyStep } from '../../../../../test/support/people/key-model.js';
import {
  dueReminder,
  endPrevious,
  isValid,
  keyState,
  nextVersion,
  OVERLAP_MS,
  rotate,
  validKeys,
  type KeyLife,
  type KeyUse,
} from './rotation.js';

const T = Date.parse('2026-11-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(T + ms);
const key = (version: number, from: number, until: number | null = null, revoked: number | null = null): KeyLife => ({
  version,
  notBefore: at(from),
  notAfter: until === null ? null : at(until),
  revokedAt: revoked === null ? null : at(revoked),
});

describe('the state of a key', () => {
  it.each<[string, KeyLife, number, string, boolean]>([
    ['before it starts', key(1, 10), 9, 'active', false],
    ['at its start', key(1, 10), 10, 'active', true],
    ['after its start', key(1, 10), 11, 'active', true],
    ['1 ms before its end', key(1, 0, 100), 99, 'retiring', true],
    ['at its end, which is not part of it', key(1, 0, 100), 100, 'retired', false],
    ['1 ms after its end', key(1, 0, 100), 101, 'retired', false],
    ['1 ms before revocation', key(1, 0, null, 50), 49, 'active', true],
    ['at revocation', key(1, 0, null, 50), 50, 'revoked', false],
    ['1 ms after revocation', key(1, 0, 100, 50), 51, 'revoked', false],
    ['revoked before its end, asked after it', key(1, 0, 100, 50), 200, 'revoked', false],
    ['with an empty life', key(1, 5, null, 5), 5, 'revoked', false],
  ])('is right %s', (_name, life, now, state, valid) => {
    expect(keyState(life, at(now))).toBe(state);
    expect(isValid(life, at(now))).toBe(valid);
  });
});

describe('a rotation', () => {
  const overlap = (keys: KeyLife[], now: number) => rotate(keys, { now: at(now), mode: 'overlap', force: false });

  it('is refused without a valid key', () => {
    for (const keys of [[], [key(1, 0, 10)], [key(1, 0, null, 10)]])
      for (const mode of ['overlap', 'leaked'] as const)
        expect(rotate(keys, { now: at(10), mode, force: true })).toEqual({ ok: false, refusal: 'no_valid_key' });
  });

  it('lets the old key live 24 hours more', () => {
    expect(overlap([key(1, 0)], 5)).toEqual({
      ok: true,
      plan: {
        next: { version: 2, notBefore: at(5) },
        endings: [{ version: 1, notAfter: at(5 + OVERLAP_MS), revokedAt: null }],
        previousEndsAt: at(5 + OVERLAP_MS),
      },
    });
  });

  it.each([
    [-1, 'overlap_running'],
    [0, 'ok'],
    [1, 'ok'],
  ])('%d ms around the end of a running overlap is %s', (offset, expected) => {
    const result = overlap([key(1, 0, OVERLAP_MS), key(2, 0)], OVERLAP_MS + offset);
    expect(result.ok ? 'ok' : result.refusal).toBe(expected);
  });

  it('ends every old key at once when leaked, without force, also inside an overlap', () => {
    expect(rotate([key(1, 0, OVERLAP_MS), key(2, 0)], { now: at(7), mode: 'leaked' })).toEqual({
      ok: true,
      plan: {
        next: { version: 3, notBefore: at(7) },
        endings: [
          { version: 2, notAfter: null, revokedAt: at(7) },
          { version: 1, notAfter: at(OVERLAP_MS), revokedAt: at(7) },
        ],
        previousEndsAt: null,
      },
    });
  });

  it('never reuses a version', () => expect(nextVersion([key(7, 0, 1), key(3, 0)])).toBe(8));
});

/** Applies `rotate` and `endPrevious` to `keys` as the step says, like the use cases. */
function perform(keys: KeyLife[], now: Date, act: KeyStep['act']): KeyLife[] | 'refused' {
  if (act === 'none') return keys;
  if (act === 'end') {
    const end = endPrevious(keys, now);
    return end.ok ? keys.map((k) => (k.version === end.version ? { ...k, notAfter: now } : k)) : 'refused';
  }
  const result = rotate(keys, { now, mode: act === 'leak' ? 'leaked' : 'overlap', force: act === 'force' });
  if (!result.ok) return 'refused';
  const { endings, next } = result.plan;
  const ended = keys.map((k) => ({ ...k, ...endings.find((e) => e.version === k.version) }));
  return [...ended, { ...next, notAfter: null, revokedAt: null }];
}

it('the keys agree with the model over sequences of rotate, force, leak, end and advance, 1 ms around every boundary', () => {
  const met = { refused: 0, done: 0, boundaries: 0 };
  fc.assert(
    fc.property(keySteps(12), (steps) => {
      const model = new KeyModel();
      let keys = [key(1, 0)];
      /** The valid keys at a boundary; later steps must not change the past. */
      const past = new Map<number, number[]>();
      for (const step of steps) {
        const before = model.nowMs;
        for (const ms of model.boundariesMs)
          for (const probe of [ms - 1, ms, ms + 1])
            if (probe >= before && probe < before + step.advanceMs) past.set(probe, model.validAt(probe));
        const expected = model.apply(step);
        const result = perform(keys, at(model.nowMs), step.act);
        met[expected]++;
        if ((result === 'refused') !== (expected === 'refused'))
          throw new Error(`${step.act}: ${expected} by the model`);
        if (result !== 'refused') keys = result;
      }
      for (const ms of model.boundariesMs)
        for (const probe of [ms - 1, ms, ms + 1]) if (probe >= model.nowMs) past.set(probe, model.validAt(probe));
      for (const [probe, expected] of past) {
        met.boundaries++;
        const valid = validKeys(keys, at(probe)).map((k) => k.version);
        if (valid.join() !== expected.join())
          throw new Error(`at ${probe}: ${valid.join()} instead of ${expected.join()}`);
        if (valid.length > 2) throw new Error(`${valid.length} valid keys at ${probe}`);
      }
    }),
    { numRuns: 500 },
  );
  // The sequences cover the interesting cases.
  expect(met.refused).toBeGreaterThan(250);
  expect(met.done).toBeGreaterThan(1_500);
  expect(met.boundaries).toBeGreaterThan(5_000);
});

describe('the early end of an old key', () => {
  it('applies to the older of two valid keys, and is refused when there is only one or none', () => {
    const keys = [key(1, 0, OVERLAP_MS), key(2, 5)];
    expect(endPrevious(keys, at(OVERLAP_MS - 1))).toEqual({ ok: true, version: 1 });
    expect(endPrevious(keys, at(OVERLAP_MS))).toEqual({ ok: false });
    expect(endPrevious([key(1, 0)], at(1))).toEqual({ ok: false });
    expect(endPrevious([], at(1))).toEqual({ ok: false });
  });
});

describe('reminders of the end of an old key', () => {
  const HOUR = 3_600_000;
  const use = (life: KeyLife, adopted: number | null, used: number | null): KeyUse => ({
    ...life,
    adoptedAt: adopted === null ? null : at(adopted),
    lastUsedAt: used === null ? null : at(used),
  });
  const overlap = (adopted: number | null, oldUsed: number | null) => [
    use(key(1, -OVERLAP_MS, OVERLAP_MS), -OVERLAP_MS, oldUsed),
    use(key(2, 0), adopted, adopted),
  ];

  it.each<[number, number | null]>([
    [OVERLAP_MS - 12 * HOUR - 1, null],
    [OVERLAP_MS - 12 * HOUR, 12],
    [OVERLAP_MS - HOUR - 1, 12],
    [OVERLAP_MS - HOUR, 1],
    [OVERLAP_MS - 1, 1],
    [OVERLAP_MS, null],
  ])('%d ms after a rotation that the Drive has not followed: %s', (now, hours) =>
    expect(dueReminder(overlap(null, now - 1), at(now))).toEqual(hours === null ? null : { version: 1, hours }),
  );

  it.each<[string, number | null, number | null, boolean]>([
    ['new key never accepted, old one not used either', null, null, true],
    ['new key accepted, old one never used since', 5 * HOUR, 4 * HOUR, false],
    ['new key accepted, old one used within the hour', 5 * HOUR, 13 * HOUR - 1, true],
    ['new key accepted, old one used an hour ago', 5 * HOUR, 12 * HOUR, false],
  ])('with %s are needed: %s', (_name, adopted, oldUsed, needed) =>
    expect(dueReminder(overlap(adopted, oldUsed), at(13 * HOUR)) !== null).toBe(needed),
  );

  it('are not sent without an overlap, or after a leak', () => {
    expect(dueReminder([use(key(2, 0), null, null)], at(OVERLAP_MS - 1))).toBeNull();
    expect(
      dueReminder([use(key(1, 0, OVERLAP_MS, 5), 0, 4), use(key(2, 5), null, null)], at(OVERLAP_MS - 1)),
    ).toBeNull();
  });
});
