import fc from 'fast-check';
import { explainPayout, explainUnpaid } from './explain-unpaid.js';
import { inputHash } from './input-hash.js';
import { approvalsNeeded, minimumPayout, type PayoutPolicy } from './payout-policy.js';
import { planPayout, REASON_TEXT, type HoldTerms, type PayoutInput } from './plan-payout.js';
import { reserveReason } from '../../holds/domain/reserve-rule.js';
import { unusualKinds } from './run-exceptions.js';
import { PAYOUT_STATES, RUN_STATES } from './run-state.js';
import { HOLD_KINDS, partOf, storedPart, UNPAID_TEXT, WAITS_FOR, type UnpaidPart } from './unpaid.js';

const sum = (parts: readonly UnpaidPart[]): bigint => parts.reduce((all, part) => all + part.amountMinor, 0n);
const usd = { month: '2026-11', minimumMinor: 2500n, multipleMinor: 1n, account: { state: 'ready' as const } };
const hold = (more: Partial<HoldTerms> = {}): HoldTerms => ({
  id: 'h1',
  kind: 'manual',
  basisPoints: 1_000,
  windowMonths: null,
  endsAt: null,
  reason: 'Because.',
  ...more,
});

describe('paid amounts and amounts carried forward', () => {
  it.each<[bigint, PayoutInput | object, bigint, bigint, string]>([
    [-1n, {}, 0n, -1n, 'negative_balance'],
    [-1n, { negativeOverdue: true }, 0n, -1n, 'negative_overdue'],
    [0n, {}, 0n, 0n, 'nothing_owed'],
    [2499n, {}, 0n, 2499n, 'below_minimum'],
    [2499n, { minimumWaived: true }, 2499n, 0n, 'to_pay'],
    [2500n, {}, 2500n, 0n, 'to_pay'],
    [2501n, {}, 2501n, 0n, 'to_pay'],
    [2500n, { account: { state: 'none' } }, 0n, 2500n, 'no_account'],
    [2500n, { account: { state: 'none', countryUnsupported: true } }, 0n, 2500n, 'country_unsupported'],
    [2500n, { account: { state: 'not_ready' } }, 0n, 2500n, 'account_not_ready'],
    [2500n, { account: { state: 'cooling_down', usableFrom: new Date(0) } }, 0n, 2500n, 'cooling_down'],
    [
      2500n,
      { open: [{ reason: 'not_reconciled', why: 'A movement is not booked.' }], leftOut: 'Later.' },
      0n,
      2500n,
      'not_reconciled',
    ],
    [2500n, { bankRefusedAt: new Date(0) }, 0n, 2500n, 'bank_refused'],
    [2500n, { leftOut: 'Asked to be paid next month.' }, 0n, 2500n, 'left_out'],
    [2499n, { leftOut: 'Asked to be paid next month.' }, 0n, 2499n, 'below_minimum'],
    [1_000_050n, { minimumMinor: 1_000_000n, multipleMinor: 100n }, 1_000_000n, 50n, 'rounded_down'],
    [99n, { minimumMinor: 1n, multipleMinor: 100n }, 0n, 99n, 'below_minimum'],
    [99n, { minimumMinor: 1n, multipleMinor: 100n, minimumWaived: true }, 0n, 99n, 'below_minimum'],
  ])('follow from the balance %s and its rules (case %#)', (balanceMinor, rules, amountMinor, carryMinor, reason) =>
    expect(planPayout({ ...usd, balanceMinor, ...rules })).toMatchObject({
      amountMinor,
      carryMinor,
      heldMinor: 0n,
      reason,
    }),
  );
});

describe('the reasons for which nothing is paid', () => {
  const minimum = { reason: 'below_minimum', amountMinor: 1_200n, note: 'The minimum payout is 25.00 USD.' };
  const rules = { ...usd, currency: 'usd', balanceMinor: 2_400n, account: { state: 'none' as const } };

  it('are all there at once, each with the amount it keeps; the first one stands on the payout', () => {
    const open = [1, 2].map((n) => ({ reason: 'not_reconciled' as const, why: `Movement ${n}.` }));
    const half = hold({ basisPoints: 5_000 });
    const plan = planPayout({ ...rules, holds: [half], open, bankRefusedAt: new Date(0), leftOut: 'Later.' });
    expect(plan.reasons).toMatchObject([
      { reason: 'held_manual', amountMinor: 1_200n },
      { reason: 'not_reconciled', amountMinor: 1_200n, note: 'Movement 1.' },
      { reason: 'not_reconciled', amountMinor: 1_200n, note: 'Movement 2.' },
      minimum,
      { reason: 'no_account', amountMinor: 1_200n },
      { reason: 'bank_refused', amountMinor: 1_200n },
      { reason: 'left_out', amountMinor: 1_200n, note: 'Later.' },
    ]);
    expect(plan.parts).toEqual(plan.reasons.slice(0, 2));
  });

  it('are known below a hold of everything too, and are none when it is paid', () => {
    const plan = planPayout({ ...rules, holds: [hold({ basisPoints: 10_000 })] });
    expect(plan.reasons.map(({ reason, amountMinor }) => [reason, amountMinor])).toEqual([
      ['held_manual', 2_400n],
      ['no_account', 2_400n],
    ]);
    expect(planPayout({ ...usd, balanceMinor: 2_500n }).reasons).toEqual([]);
  });
});

describe('amounts on hold', () => {
  it('take their part, rounded half up, and leave the rest to be paid', () => {
    const plan = planPayout({ ...usd, balanceMinor: 10_005n, holds: [hold()] });
    expect(plan).toMatchObject({ amountMinor: 9_004n, heldMinor: 1_001n, carryMinor: 0n, reason: 'partly_held' });
    expect(plan.parts).toEqual([
      {
        reason: 'held_manual',
        amountMinor: 1_001n,
        expectedAt: new Date('2027-01-01T00:00:00Z'),
        dateKind: 'looked_at',
        holdId: 'h1',
        note: 'Because.',
      },
    ]);
  });

  it('of a rolling reserve come from new earnings only, and show when each part is released', () => {
    const rolling = hold({ kind: 'dispute_rate', basisPoints: 2_500, windowMonths: 3 });
    const plan = planPayout({ ...usd, balanceMinor: 9_000n, newlyEarnedMinor: 4_000n, holds: [rolling] });
    expect(plan.heldMinor).toBe(1_000n);
    // Withheld in November, due for the run of February, which is made in March.
    expect(plan.parts[0]!.expectedAt).toEqual(new Date('2027-03-01T00:00:00Z'));
  });

  it('keep everything for a full stop, and several never take more than there is', () => {
    const all = planPayout({ ...usd, balanceMinor: 9_000n, holds: [hold({ kind: 'review', basisPoints: 10_000 })] });
    expect(all).toMatchObject({ amountMinor: 0n, heldMinor: 9_000n, carryMinor: 0n, reason: 'held' });
    const two = [hold({ basisPoints: 7_000 }), hold({ id: 'h2', kind: 'tax', basisPoints: 7_000 })];
    expect(planPayout({ ...usd, balanceMinor: 1_000n, holds: two }).parts.map((p) => p.amountMinor)).toEqual([
      700n,
      300n,
    ]);
  });

  it('leave a rest below the minimum to be carried forward in addition', () => {
    const plan = planPayout({ ...usd, balanceMinor: 2_600n, holds: [hold()] });
    expect(plan).toMatchObject({ amountMinor: 0n, heldMinor: 260n, carryMinor: 2_340n, reason: 'below_minimum' });
  });

  it('are zero for a negative balance or a month with more reversals than earnings', () => {
    expect(planPayout({ ...usd, balanceMinor: -500n, holds: [hold()] }).heldMinor).toBe(0n);
    const rolling = hold({ windowMonths: 2 });
    expect(planPayout({ ...usd, balanceMinor: 5_000n, newlyEarnedMinor: -500n, holds: [rolling] }).heldMinor).toBe(0n);
  });
});

const account = fc.constantFrom<PayoutInput['account']>(
  { state: 'none' },
  { state: 'none', countryUnsupported: true },
  { state: 'not_ready' },
  { state: 'cooling_down', usableFrom: new Date('2027-01-05T00:00:00Z') },
  { state: 'ready' },
);
const holds = fc.array(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...HOLD_KINDS),
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
    windowMonths: fc.option(fc.integer({ min: 1, max: 24 })),
    endsAt: fc.constantFrom(null, new Date('2027-06-01T00:00:00Z')),
    reason: fc.constant('Because.'),
  }),
  { maxLength: 4 },
);
const anyInput: fc.Arbitrary<PayoutInput> = fc.record({
  month: fc.constant('2026-11'),
  balanceMinor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 18n }),
  newlyEarnedMinor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 18n }),
  minimumMinor: fc.bigInt({ min: 1n, max: 10n ** 7n }),
  minimumWaived: fc.boolean(),
  multipleMinor: fc.constantFrom(1n, 10n, 100n),
  account,
  holds,
  negativeOverdue: fc.boolean(),
});

describe('every unpaid cent', () => {
  it('has a reason: paid + sum of reasons = balance, whatever the rules are', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const plan = planPayout(input);
        expect(plan.amountMinor + sum(plan.parts)).toBe(input.balanceMinor);
        expect(plan.amountMinor + plan.heldMinor + plan.carryMinor).toBe(input.balanceMinor);
        expect(sum(plan.parts.filter((part) => part.holdId !== null))).toBe(plan.heldMinor);
        expect(plan.amountMinor >= 0n && plan.heldMinor >= 0n).toBe(true);
        expect(plan.amountMinor % input.multipleMinor).toBe(0n);
        expect(REASON_TEXT[plan.reason]).toMatch(/\.$/);
        for (const part of plan.parts) {
          expect(part.amountMinor).not.toBe(0n);
          expect(UNPAID_TEXT[part.reason]).toMatch(/\.$/);
          expect(WAITS_FOR[part.reason]).not.toBe('');
          expect(partOf(storedPart(part))).toEqual(part);
          expect(part.expectedAt.getTime()).toBeGreaterThan(0);
        }
        if (input.account.state !== 'ready') expect(plan.amountMinor).toBe(0n);
        if (!input.minimumWaived && plan.amountMinor > 0n)
          expect(plan.amountMinor + plan.carryMinor >= input.minimumMinor).toBe(true);
      }),
    );
  });

  it('has one on the author’s page: pending, disputed, on hold, under way and payable add up to the total', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        anyInput,
        amount,
        amount,
        fc.array(amount, { maxLength: 3 }),
        fc.array(amount, { maxLength: 3 }),
        (next, pendingMinor, disputedMinor, held, sending) => {
          const parts = explainUnpaid({
            pendingMinor,
            chargedAgainAt: null,
            disputedMinor,
            answerBy: null,
            nextRunAt: new Date('2026-12-01T00:00:00Z'),
            now: new Date('2026-11-20T10:00:00Z'),
            held: held.map((amountMinor) => ({
              holdId: 'h',
              kind: 'tax' as const,
              amountMinor,
              releaseAt: null,
              reason: 'x',
            })),
            underWay: sending.map((amountMinor, i) => ({
              amountMinor,
              lookUpAt: i === 0 ? null : new Date(0),
              paused: i === 1,
            })),
            next,
          });
          const all = [...held, ...sending].reduce((a, b) => a + b, next.balanceMinor + pendingMinor + disputedMinor);
          expect(sum(parts)).toBe(all);
        },
      ),
    );
  });

  it('has one in a statement, whatever the outcome of the payout', () => {
    fc.assert(
      fc.property(
        anyInput,
        fc.constantFrom('computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled'),
        fc.constantFrom(null, 'refused_by_processor' as const, 'account_changed' as const),
        (input, state, code) => {
          const plan = planPayout(input);
          const paid = state === 'settled' ? plan.amountMinor : 0n;
          const failureCode = state === 'carried' ? (code ?? 'refused_by_processor') : null;
          const parts = explainPayout({
            ...plan,
            month: input.month,
            state,
            failureCode,
            lookUpAt: null,
            paused: false,
            now: new Date(0),
          });
          expect(paid + sum(parts)).toBe(input.balanceMinor);
        },
      ),
    );
  });

  it('is not about to be sent in a cancelled run: the run that is prepared instead pays it', () => {
    const of = (state: string) =>
      explainPayout({
        month: '2026-01',
        amountMinor: 100n,
        state,
        failureCode: null,
        lookUpAt: null,
        paused: false,
        now: new Date('2026-02-09T12:00Z'),
        parts: [],
      })[0];
    expect(of('cancelled')).toMatchObject({
      reason: 'next_run',
      expectedAt: new Date('2026-02-09'),
      amountMinor: 100n,
    });
    expect(of('reserved')).toMatchObject({ reason: 'in_payout' });
  });
});

describe('the smallest payout', () => {
  const policy = { by_currency: { usd: '2500' }, by_country: { BR: { usd: '10000' }, US: { usd: '100' } } };
  it.each([
    ['usd', 'US', 2_500n],
    ['usd', 'BR', 10_000n],
    ['usd', null, 2_500n],
    ['eur', 'BR', 700n],
  ])('%s in %s is the larger of currency and country', (currency, country, expected) =>
    expect(minimumPayout(policy, currency, country, 700n)).toBe(expected),
  );
});

it('is stated with reason and duration for an automatic reserve', () => {
  const rule = { basis_points: 2_500, months: 3, above_dispute_basis_points: 100 };
  expect(reserveReason(rule, 250)).toBe(
    '25 % of new earnings are held for 3 months and then released by themselves, because 2.5 % of your payments were disputed (more than 1 %).',
  );
  expect(reserveReason({ ...rule, months: 1, above_dispute_basis_points: null }, null)).toBe(
    '25 % of new earnings are held for one month and then released by themselves.',
  );
});

describe('what is unusual about a payout', () => {
  const never = { beforeMinor: 0n, medianMinor: null, accountId: null };
  const usual = { beforeMinor: 1_000n, medianMinor: 1_000n, accountId: 'acct_a' };
  it.each([
    ['nothing: the usual amount to the usual account', 3_000n, 'acct_a', usual, []],
    ['more than three times the median', 3_001n, 'acct_a', usual, ['above_median']],
    ['another account', 1_000n, 'acct_b', usual, ['account_changed']],
    ['the first payout', 500n, 'acct_a', never, ['first_payout', 'new']],
    ['nothing from the run before', 500n, 'acct_a', { ...usual, beforeMinor: 0n }, ['new']],
    ['the first in this currency', 500n, 'acct_a', { ...never, accountId: 'acct_a' }, ['new']],
    ['nothing to pay is never unusual', 0n, null, never, []],
  ])('%s', (_, amountMinor, accountId, earlier, kinds) =>
    expect(unusualKinds({ amountMinor, accountId }, earlier)).toEqual(kinds),
  );
});

describe('the approved hash of a run', () => {
  const part = {
    reason: 'held_tax' as const,
    amount_minor: '1',
    expected_at: '2027-01-01T00:00:00.000Z',
    date_kind: 'looked_at' as const,
    hold_id: 'h',
    note: 'Tax details are missing.',
  };
  const row = {
    orgId: 'a',
    currency: 'usd',
    balance: 6n,
    amount: 5n,
    carry: 0n,
    held: 1n,
    parts: [part],
    reason: 'partly_held',
    providerAccountId: 'acct_1',
  };
  const other = { ...row, orgId: 'b' };
  it('does not depend on the order of rows', () =>
    expect(inputHash('2026-11', '7', [row, other])).toBe(inputHash('2026-11', '7', [other, row])));
  it.each([
    ['amount', { ...row, amount: 6n }],
    ['account', { ...row, providerAccountId: 'acct_2' }],
    ['author', { ...row, orgId: 'c' }],
    ['currency', { ...row, currency: 'eur' }],
    ['carry', { ...row, carry: 1n }],
    ['held part', { ...row, held: 2n }],
    ['reason of a part', { ...row, parts: [{ ...part, reason: 'held_review' as const }] }],
    ['note of a part', { ...row, parts: [{ ...part, note: 'Something else.' }] }],
  ])('changes with the %s', (_what, changed) =>
    expect(inputHash('2026-11', '7', [changed, other])).not.toBe(inputHash('2026-11', '7', [row, other])),
  );
  it('changes with the month and the cutoff', () =>
    expect(
      new Set([inputHash('2026-11', '7', [row]), inputHash('2026-12', '7', [row]), inputHash('2026-11', '8', [row])])
        .size,
    ).toBe(3));
});

it('a run is paid only after its approval, can be computed again before, and retried after', () => {
  expect(RUN_STATES.can('computed', 'executing')).toBe(false);
  expect(RUN_STATES.can('computed', 'draft')).toBe(true);
  expect(RUN_STATES.can('approved', 'draft')).toBe(false);
  expect(RUN_STATES.can('executing', 'cancelled')).toBe(false);
  expect(RUN_STATES.can('partially_failed', 'executing')).toBe(true);
  expect(RUN_STATES.can('partially_failed', 'cancelled')).toBe(false);
  expect([...RUN_STATES.final].sort()).toEqual(['cancelled', 'settled']);
  expect(PAYOUT_STATES.can('computed', 'sending')).toBe(false);
  expect([...PAYOUT_STATES.final].sort()).toEqual(['cancelled', 'settled']);
});

describe('the number of approvers of a run', () => {
  const usd = (amount: bigint) => ({ currency: 'usd', amount });
  const limits = { usd: '10000', jpy: '500' };
  it.each([
    ['without a limit', 1, {}, [usd(10n ** 18n)], 1],
    ['at the limit', 1, limits, [usd(9_999n), usd(1n)], 1],
    ['above it', 1, limits, [usd(9_999n), usd(2n)], 2],
    ['above that of one currency of several', 1, limits, [usd(1n), { currency: 'jpy', amount: 501n }], 2],
    ['in a currency without one', 1, limits, [{ currency: 'eur', amount: 10n ** 18n }], 1],
    ['above it, where more approve anyway', 3, limits, [usd(10_001n)], 3],
    ['with nothing to pay', 2, limits, [], 2],
  ] as const)('is right for an amount %s', (_what, payout_approvals, payout_approval_limit, payouts, expected) => {
    const policy = { payout_approvals, payout_approval_limit } as unknown as PayoutPolicy;
    expect(approvalsNeeded(policy, payouts)).toBe(expected);
  });
});
