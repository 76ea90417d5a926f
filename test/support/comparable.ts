import type { Observed, PostingResult } from '../../libs/simulator/src/program/result.js';

/**
 * Data that must be the same to the byte in real months and in their simulation. Instants at which a worker got round
 * to something, or a bank or processor says that something was, are not among it.
 */
export function comparable(observed: Observed): string {
  const { lines, adjustments, accounts, trial_balance } = observed;
  // An amount on hold is released on its day; the instant depends on the worker.
  const postings = observed.postings
    .map((posting) => (posting.kind === 'payout_hold_released' ? { ...posting, at: posting.at.slice(0, 10) } : posting))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
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

function order({ at, kind, source, legs }: PostingResult): string {
  return [at, kind, source, JSON.stringify(legs)].join(' ');
}

/** In an exported scenario an install that went on after a gap is another one: `<install>.2`. Without these endings. */
export function withoutPieces(compared: string): string {
  return compared.replace(/([0-9a-f]{8}-[0-9a-f-]{27})\.\d+/g, '$1');
}

/**
 * The same for one author: the part that an author's own months, which name no customers, have in common with real
 * ones.
 */
export function ofAuthor({ lines, adjustments, accounts, runs }: Observed, orgId: string): string {
  const own = {
    lines: lines.filter(({ author }) => author === orgId).map(({ tenant: _t, venture: _v, ...line }) => line),
    collections: adjustments
      .filter(({ author }) => author === orgId)
      .map(({ at, install: name, from, author_share }) => `${at} ${name} ${from} ${author_share}`)
      .sort(),
    accounts: accounts.filter(({ owner }) => owner === orgId),
    payouts: runs
      .filter(({ state }) => state !== 'cancelled')
      .map(({ month, payouts }) => ({
        month,
        payouts: payouts.filter(({ author }) => author === orgId).map(({ refused: _r, ...payout }) => payout),
      })),
  };
  return JSON.stringify(own, null, 1);
}
