import type { CheckResult, Observed } from './result.js';

const total = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);

/** Checks that use only the result, so that anyone can repeat them by hand. */
export function checkResult(observed: Observed): CheckResult[] {
  const { lines, invoices, postings, trial_balance, runs } = observed;
  const check = (name: string, wrong: readonly string[], all: number): CheckResult => ({
    check: name,
    ok: wrong.length === 0,
    detail: wrong.length === 0 ? `${all} looked at` : `wrong: ${wrong.slice(0, 5).join('; ')}`,
  });
  const payouts = runs.flatMap((run) => run.payouts.map((payout) => ({ run, payout })));
  return [
    check(
      'shares_sum_to_gross',
      lines
        .filter((line) => BigInt(line.author_share) + BigInt(line.platform_share) !== BigInt(line.gross))
        .map((line) => `${line.install} ${line.from}`),
      lines.length,
    ),
    check(
      'lines_sum_to_invoices',
      invoices
        .filter(
          (i) =>
            i.kind === 'installs' &&
            total(
              lines
                .filter((l) => l.tenant === i.tenant && l.month === i.month && l.currency === i.currency)
                .map((l) => l.gross),
            ) !== BigInt(i.subtotal),
        )
        .map((i) => i.number),
      invoices.length,
    ),
    check(
      'totals_are_subtotal_and_tax',
      invoices.filter((i) => BigInt(i.subtotal) + BigInt(i.tax) !== BigInt(i.total)).map((i) => i.number),
      invoices.length,
    ),
    check(
      'postings_balanced',
      postings
        .filter((posting) =>
          [...new Set(posting.legs.map((leg) => leg.currency))].some(
            (currency) =>
              total(posting.legs.filter((leg) => leg.currency === currency).map((leg) => leg.amount)) !== 0n,
          ),
        )
        .map((posting) => `${posting.kind} ${posting.source}`),
      postings.length,
    ),
    check(
      'trial_balance_zero',
      trial_balance.filter(({ difference }) => difference !== '0').map(({ currency }) => currency),
      trial_balance.length,
    ),
    check(
      'payouts_explain_the_balance',
      payouts
        .filter(({ payout: p }) => {
          const sources = total([p.opening, p.earned, p.taken_back, p.listing_fees, p.released, p.other]);
          return (
            sources !== BigInt(p.balance) ||
            total([p.paid, p.held, p.carried]) !== BigInt(p.balance) ||
            total([p.paid, ...p.unpaid.map((part) => part.amount)]) !== BigInt(p.balance)
          );
        })
        .map(({ run, payout }) => `${run.month} ${payout.author} ${payout.currency}`),
      payouts.length,
    ),
  ];
}
