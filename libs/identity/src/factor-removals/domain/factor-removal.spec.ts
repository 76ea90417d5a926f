import {
  isOpenRemoval,
  removalDue,
  removalEnds,
  removalState,
  removalStep,
  type RemovalState,
} from './factor-removal.js';

const NOW = new Date('2026-03-29T00:30:00Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);
const DAY = 86_400_000;

it('a request lives for seven days, and an approval waits for whole hours', () => {
  expect(removalEnds(NOW).getTime() - NOW.getTime()).toBe(7 * DAY);
  for (const hours of [0, 1, 24, 720]) expect(removalDue(NOW, hours).getTime() - NOW.getTime()).toBe(hours * 3_600_000);
});

it.each<[RemovalState, number, RemovalState, boolean]>([
  ['requested', 1, 'requested', true],
  ['requested', 0, 'expired', false],
  ['requested', -1, 'expired', false],
  ['approved', -1, 'approved', true],
  ['done', 1, 'done', false],
  ['cancelled', 1, 'cancelled', false],
  ['expired', 1, 'expired', false],
])('%s, %d ms before its end, is %s (open: %s)', (state, left, expected, open) => {
  const removal = { state, expiresAt: at(left) };
  expect([removalState(removal, NOW), isOpenRemoval(removal, NOW)]).toEqual([expected, open]);
});

describe('automatic outcomes of a removal', () => {
  const base = { expiresAt: at(DAY), dueAt: null, personDisabled: false, factorOn: true, byAdmins: true };
  const requested = { ...base, state: 'requested' as const };
  const approved = { ...base, state: 'approved' as const, dueAt: at(0) };
  it.each([
    ['waits for a second admin', requested, undefined],
    ['ends unapproved', { ...requested, expiresAt: at(0) }, { to: 'expired' }],
    ['waits until it is due', { ...approved, dueAt: at(1) }, undefined],
    ['is carried out at its very moment', approved, { to: 'done' }],
    ['is carried out although a request would be too old by now', { ...approved, expiresAt: at(-1) }, { to: 'done' }],
    ['is not carried out for a disabled person', { ...approved, personDisabled: true }, 'person_disabled'],
    ['is not carried out where nothing is on', { ...approved, factorOn: false }, 'factor_off'],
    ['is not carried out when an admin behind it is none', { ...approved, byAdmins: false }, 'admin_left'],
    ['is not approved later for a disabled person', { ...requested, personDisabled: true }, 'person_disabled'],
    ['is not approved later where nothing is on', { ...requested, factorOn: false }, 'factor_off'],
    ['is not approved later when the admin who asked is none', { ...requested, byAdmins: false }, 'admin_left'],
    ['stays done', { ...approved, state: 'done' as const }, undefined],
    ['stays cancelled', { ...approved, state: 'cancelled' as const }, undefined],
    ['stays expired', { ...requested, state: 'expired' as const, expiresAt: at(-1) }, undefined],
  ])('%s', (_name, removal, expected) => {
    expect(removalStep(removal, NOW)).toEqual(
      typeof expected === 'string' ? { to: 'cancelled', by: expected } : expected,
    );
  });
});
