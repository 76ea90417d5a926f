import type { CheckResult, Observed } from './result.js';

const total = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);

function check<T>(
  name: string,
  rows: readonly T[],
  holds: (row: T) => boolean,
  nameOf: (row: T) => string,
): CheckResult {
  const wrong = rows.filter((row) => !holds(row)).map(nameOf);
  const detail = wrong.length === 0 ? `${rows.length} looked at` : `wrong: ${wrong.slice(0, 5).join('; ')}`;
  return { check: name, ok: wrong.length === 0, detail };
}

/** Checks that use only the result, so that anyone can repeat them on paper. */
export function checkResult({ lines, invoices, postings, trial_balance, runs }: Observed): CheckResult[] {
  type Invoice = Observed['invoices'][number];
  const grossOf = ({ tenant, month, currency }: Invoice): bigint =>
    total(
      lines
        .filter((line) => line.tenant === tenant && line.month === month && line.currency === currency)
        .map(({ gross }) => gross),
    );
  const payouts = runs.flatMap(({ month, payouts: of }) => of.map((payout) => ({ ...payout, month })));
  return [
    check(
      'shares_sum_to_gross',
      lines,
      (line) => total([line.author_share, line.platform_share]) === BigInt(line.gross),
      ({ install, from }) => `${install} ${from}`,
    ),
    check(
      'lines_sum_to_invoices',
      invoices,
      (invoice) => invoice.kind !== 'installs' || grossOf(invoice) === BigInt(invoice.subtotal),
      ({ number }) => number,
    ),
    check(
      'totals_are_subtotal_and_tax',
      invoices,
      (invoice) => total([invoice.subtotal, invoice.tax]) === BigInt(invoice.total),
      ({ number }) => number,
    ),
    check(
      'postings_balanced',
      postings,
      ({ legs }) =>
        legs.every(({ currency }) => total(legs.filter((l) => l.currency === currency).map((l) => l.amount)) === 0n),
      ({ kind, source }) => `${kind} ${source}`,
    ),
    check(
      'trial_balance_zero',
      trial_balance,
      ({ difference }) => difference === '0',
      ({ currency }) => currency,
    ),
    check(
      'payouts_explain_the_balance',
      payouts,
      (p) =>
        [
          [p.opening, p.earned, p.taken_back, p.listing_fees, p.released, p.other],
          [p.paid, p.held, p.carried],
          [p.paid, ...p.unpaid.map(({ amount }) => amount)],
        ].every((parts) => total(parts) === BigInt(p.balance)),
      ({ month, author, currency }) => `${month} ${author} ${currency}`,
    ),
  ];
}
