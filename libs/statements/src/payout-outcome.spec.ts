import { UNPAID_TEXT, type UnpaidReason } from '@portal/payouts';
import { outcomeOf, type PayoutSummary } from './payout-outcome.js';

const planned: PayoutSummary = {
  amount: '6000',
  carry: '40',
  held: '0',
  state: 'computed',
  reason: 'to_pay',
  failure: null,
  failureCode: null,
  parts: [
    {
      reason: 'rounded_down',
      amount_minor: '40',
      expected_at: '2027-01-01T00:00:00.000Z',
      date_kind: 'looked_at',
      hold_id: null,
      note: null,
    },
  ],
  lookUpAt: null,
  paused: false,
  undecided: false,
};
const now = new Date('2026-12-03T10:00:00Z');
const outcomeWith = (change: Partial<PayoutSummary>, { settled = false, final = false } = {}) =>
  outcomeOf({ ...planned, ...change }, { month: '2026-11', now, settled, closing: 6_040n, final });

describe('the outcome of a payout on a statement', () => {
  it.each<[string, Partial<PayoutSummary>, UnpaidReason]>([
    ['planned, and not approved', {}, 'next_run'],
    ['approved', { state: 'approved' }, 'in_payout'],
    ['on its way', { state: 'sending' }, 'in_payout'],
    ['settled after what the statement may know', { state: 'settled' }, 'in_payout'],
  ])('does not say “paid” while the payout is %s', (_what, change, reason) => {
    const outcome = outcomeWith(change);
    expect(outcome).toMatchObject({ outcome: 'open', paid_minor: '0', reason, reason_text: UNPAID_TEXT[reason] });
    expect(outcome.reason_text).not.toMatch(/^Paid/);
  });

  it.each<[string, Partial<PayoutSummary>, UnpaidReason]>([
    // Nothing was sent: the processor refused nothing.
    ['whose account was changed', { failureCode: 'account_changed', failure: 'changed after' }, 'account_changed'],
    ['whose account is not ready', { failureCode: 'account_not_ready', failure: 'restricted' }, 'account_not_ready'],
    ['that was refused', { failureCode: 'refused_by_processor', failure: 'no' }, 'refused_by_processor'],
    ['that was refused before reasons were kept', { failure: 'no' }, 'refused_by_processor'],
  ])('of one %s has its own reason for what is carried forward', (_what, change, reason) => {
    const carried = { outcome: 'carried', paid_minor: '0', reason, reason_text: UNPAID_TEXT[reason] };
    for (const final of [false, true])
      expect(outcomeWith({ state: 'carried', ...change }, { final })).toMatchObject(carried);
  });

  it('is not final as long as a refused payout may be tried again', () => {
    const refused = { state: 'carried', failureCode: 'refused_by_processor', failure: 'no', undecided: true } as const;
    expect(outcomeWith(refused)).toMatchObject({ outcome: 'open', reason: 'refused_by_processor', paid_minor: '0' });
  });

  it('covers every cent: what was planned to stay and what was not paid', () => {
    const { unpaid } = outcomeWith({ state: 'carried', failureCode: 'account_changed', failure: 'x' }, { final: true });
    expect(unpaid.map(({ reason, amount_minor }) => [reason, amount_minor])).toEqual([
      ['account_changed', '6000'],
      ['rounded_down', '40'],
    ]);
  });

  it('covers early releases, which kept no parts, and a balance that no payout names', () => {
    const early = outcomeWith({
      amount: '0',
      carry: '5940',
      held: '100',
      state: 'carried',
      reason: 'partly_held',
      parts: [],
    });
    expect(early.unpaid.map(({ reason, amount_minor }) => [reason, amount_minor])).toEqual([
      ['held_manual', '100'],
      ['next_run', '5940'],
    ]);
    const left = outcomeOf(undefined, { month: '2026-11', now, settled: false, closing: 70n, final: true });
    expect(left).toMatchObject({ outcome: 'carried', reason: 'next_run', unpaid: [{ amount_minor: '70' }] });
    for (const { expected_at: at } of [...early.unpaid, ...left.unpaid]) expect(at).toBe('2027-01-01T00:00:00.000Z');
  });

  it('is paid when the payout was settled, and nothing when there was no amount', () => {
    expect(outcomeWith({}, { settled: true })).toMatchObject({ outcome: 'paid', paid_minor: '6000', reason: 'to_pay' });
    expect(outcomeOf(undefined, { month: '2026-11', now, settled: false, closing: 0n, final: true })).toMatchObject({
      outcome: 'nothing',
      unpaid: [],
    });
  });
});
