import fc from 'fast-check';
import {
  isValid,
  keyState,
  MAX_VALID_KEYS,
  nextVersion,
  OVERLAP_MS,
  rotate,
  validKeys,
  type KeyLife,
  type RotationMode,
} from './rotation.js';

const T = Date.parse('2026-11-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(T + ms);
const key = (version: number, from: number, until: number | null = null, revoked: number | null = null): KeyLife => ({
  version,
  notBefore: at(from),
  notAfter: until === null ? null : at(until),
  revokedAt: revoked === null ? null : at(revoked),
});

describe('state of a key', () => {
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
  ])('%s', (_name, life, now, state, valid) => {
    expect(keyState(life, at(now))).toBe(state);
    expect(isValid(life, at(now))).toBe(valid);
  });
});

describe('rotation', () => {
  const overlap = (keys: KeyLife[], now: number, force = false) =>
    rotate(keys, { now: at(now), mode: 'overlap', force });

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

  it('ends the oldest at once when forced inside an overlap', () => {
    const result = overlap([key(1, 0, OVERLAP_MS), key(2, 0)], 7, true);
    expect(result).toMatchObject({
      ok: true,
      plan: {
        next: { version: 3 },
        endings: [
          { version: 2, notAfter: at(7 + OVERLAP_MS) },
          { version: 1, notAfter: at(7), revokedAt: null },
        ],
      },
    });
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

  it('never uses a version again', () => expect(nextVersion([key(7, 0, 1), key(3, 0)])).toBe(8));
});

type Step = { advanceMs: number; mode: RotationMode; force: boolean };

it('keeps, over any sequence of rotations: one or two valid keys, the newest always valid, ended keys never back', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    advanceMs: fc.oneof(
      fc.constantFrom(0, 1, OVERLAP_MS - 1, OVERLAP_MS, OVERLAP_MS + 1),
      fc.integer({ min: 0, max: 3 * OVERLAP_MS }),
    ),
    mode: fc.constantFrom<RotationMode>('overlap', 'overlap', 'leaked'),
    force: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let now = 0;
      let keys = [key(1, 0)];
      // The model: what an author may count on, kept beside the code under test.
      let newest = 1;
      let olderUntil = new Map<number, number>();
      for (const { advanceMs, mode, force } of steps) {
        now += advanceMs;
        const older = [...olderUntil].filter(([, until]) => now < until);
        const result = rotate(keys, { now: at(now), mode, force });
        const refused = mode === 'overlap' && older.length > 0 && !force;
        expect(result.ok).toBe(!refused);
        if (result.ok) {
          keys = keys.map((k) => ({ ...k, ...result.plan.endings.find((e) => e.version === k.version) }));
          keys.push({ ...result.plan.next, notAfter: null, revokedAt: null });
          olderUntil = mode === 'leaked' ? new Map() : new Map([[newest, now + OVERLAP_MS]]);
          newest += 1;
        }
        for (const probe of [now, now + 1, now + OVERLAP_MS - 1, now + OVERLAP_MS]) {
          const expected = [...olderUntil].filter(([, until]) => probe < until).map(([version]) => version);
          const valid = validKeys(keys, at(probe)).map((k) => k.version);
          expect(valid).toEqual([newest, ...expected]);
          expect(valid.length).toBeLessThanOrEqual(MAX_VALID_KEYS);
        }
      }
    }),
    { numRuns: 400 },
  );
});
