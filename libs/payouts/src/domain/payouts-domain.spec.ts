import fc from 'fast-check';
import { inputHash } from './input-hash.js';
import { planPayout, REASON_TEXT } from './plan-payout.js';
import { PAYOUT_STATES, RUN_STATES } from './run-state.js';

const usd = { minimumMinor: 2500n, multipleMinor: 1n, account: 'ready' as const };

describe('what is paid and what is carried', () => {
  it.each([
    [-1n, usd, 0n, -1n, 'negative_balance'],
    [0n, usd, 0n, 0n, 'nothing_owed'],
    [2499n, usd, 0n, 2499n, 'below_minimum'],
    [2500n, usd, 2500n, 0n, 'to_pay'],
    [2501n, usd, 2501n, 0n, 'to_pay'],
    [2500n, { ...usd, account: 'none' as const }, 0n, 2500n, 'no_account'],
    [2500n, { ...usd, account: 'not_ready' as const }, 0n, 2500n, 'account_not_ready'],
    [1_000_050n, { ...usd, minimumMinor: 1_000_000n, multipleMinor: 100n }, 1_000_000n, 50n, 'rounded_down'],
    [99n, { ...usd, minimumMinor: 1n, multipleMinor: 100n }, 0n, 99n, 'below_minimum'],
  ])('balance %s: pays %#', (balanceMinor, rules, amountMinor, carryMinor, reason) =>
    expect(planPayout({ balanceMinor, ...rules })).toEqual({ amountMinor, carryMinor, reason }),
  );

  it('never loses, makes or pays a negative cent, and always has a sentence', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        fc.constantFrom(1n, 10n, 100n),
        fc.constantFrom('none' as const, 'not_ready' as const, 'ready' as const),
        (balanceMinor, minimumMinor, multipleMinor, account) => {
          const plan = planPayout({ balanceMinor, minimumMinor, multipleMinor, account });
          expect(plan.amountMinor + plan.carryMinor).toBe(balanceMinor);
          expect(plan.amountMinor >= 0n).toBe(true);
          expect(plan.amountMinor % multipleMinor).toBe(0n);
          expect(REASON_TEXT[plan.reason]).toMatch(/\.$/);
          if (account !== 'ready') expect(plan.amountMinor).toBe(0n);
        },
      ),
    );
  });
});

describe('the hash that is approved', () => {
  const row = {
    orgId: 'a',
    currency: 'usd',
    balanceMinor: 5n,
    amountMinor: 5n,
    carryMinor: 0n,
    reason: 'to_pay',
    providerAccountId: 'acct_1',
  };
  const other = { ...row, orgId: 'b' };
  it('does not depend on the order of rows', () =>
    expect(inputHash('2026-11', '7', [row, other])).toBe(inputHash('2026-11', '7', [other, row])));
  it.each([
    ['amount', { ...row, amountMinor: 6n }],
    ['account', { ...row, providerAccountId: 'acct_2' }],
    ['author', { ...row, orgId: 'c' }],
    ['currency', { ...row, currency: 'eur' }],
    ['carry', { ...row, carryMinor: 1n }],
  ])('changes with the %s', (_what, changed) =>
    expect(inputHash('2026-11', '7', [changed, other])).not.toBe(inputHash('2026-11', '7', [row, other])),
  );
  it('changes with the month and the cutoff', () =>
    expect(
      new Set([inputHash('2026-11', '7', [row]), inputHash('2026-12', '7', [row]), inputHash('2026-11', '8', [row])])
        .size,
    ).toBe(3));
});

it('a run is paid only after its approval, and ends', () => {
  expect(RUN_STATES.can('computed', 'executing')).toBe(false);
  expect(RUN_STATES.can('executing', 'cancelled')).toBe(false);
  expect([...RUN_STATES.final].sort()).toEqual(['cancelled', 'partially_failed', 'settled']);
  expect(PAYOUT_STATES.can('computed', 'sending')).toBe(false);
  expect([...PAYOUT_STATES.final].sort()).toEqual(['cancelled', 'settled']);
});
