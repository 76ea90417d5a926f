import type { Observed } from '../../apps/simulator/src/result.js';

/**
 * What must be the same to the byte in real months and in their simulation. Instants at which a worker got round to
 * something, or a bank or processor says that something was, are not among it.
 */
export function comparable(observed: Observed): string {
  const { lines, adjustments, postings, accounts, trial_balance } = observed;
  // A run is found settled a moment after its last transfer, whose own instant is compared.
  const runs = observed.runs
    .filter(({ state }) => state !== 'cancelled')
    .map(({ settled_at: _s, payouts, ...run }) => ({
      ...run,
      payouts: payouts.map(({ refused: _r, ...payout }) => payout),
    }));
  const invoices = observed.invoices.map(({ issued_at: _i, next_try_at: _n, problem: _p, payments, ...invoice }) => ({
    ...invoice,
    payments: payments.map(({ at: _a, problem: _q, ...payment }) => payment),
  }));
  const refunds = observed.refunds.map(({ ended_at: _e, problem: _p, ...refund }) => refund);
  const disputes = observed.disputes.map(({ opened_at: _o, closed_at: _c, ...dispute }) => dispute);
  const creditNotes = observed.credit_notes.map(({ voided_at, ...note }) => ({ ...note, void: voided_at !== null }));
  return JSON.stringify(
    { lines, invoices, refunds, creditNotes, disputes, adjustments, postings, accounts, trial_balance, runs },
    null,
    1,
  );
}
