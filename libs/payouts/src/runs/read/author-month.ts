import { Injectable } from '@nestjs/common';
import { ChargeListingFees } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { Transactor, type Tx } from '@portal/platform/database';
import { monthStart } from '../domain/unpaid.js';
import type { AuthorMonthView } from '../http/author-home.view.js';
import { nextRun } from './next-run.js';
import { PayoutInputs } from './payout-inputs.js';
import { balancesIn, forecastOf, nothing } from './unpaid.js';

/** A month until its end, or until now. Amounts in minor units. */
type MonthRow = { billed: boolean } & Record<'month' | 'currency' | 'recurring' | 'recurring_share' | 'share', string>;

/**
 * An author's running month by the charges of its close, whose running split adds up to the rounded share of their sum;
 * and what the next run pays by its rules once tenants have paid what accrued. Nothing is written.
 */
@Injectable()
export class AuthorMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: Ledger,
    private readonly fees: ChargeListingFees,
    private readonly inputs: PayoutInputs,
  ) {}

  /** By currency; those without installs, earnings and balance are left out. */
  async of(orgId: string): Promise<AuthorMonthView[]> {
    return this.transactor.run((tx) => this.until(tx, orgId, tx.now.toISOString().slice(0, 7), tx.now), {
      isolation: 'REPEATABLE READ',
    });
  }

  /** The same of a month (`YYYY-MM`) until an instant, at most its end. */
  async until(tx: Tx, orgId: string, month: string, until: Date): Promise<AuthorMonthView[]> {
    const next = await nextRun(tx);
    const balances = await this.ledger.balancesOfOwner(tx, orgId);
    const payable = balancesIn(balances, 'author_payable');
    const months = await monthsOf(tx, orgId, month, until);
    const earned = new Map(months.filter((one) => one.month === month).map((one) => [one.currency, BigInt(one.share)]));
    const fees = await this.fees.running(tx, orgId, { month, until, earned });
    const currencies = new Set([...[...months, ...balances].map(({ currency }) => currency), ...fees.keys()]);
    // Where the next run has nothing to pay, the run of this month is the one that pays.
    const runOf = (currency: string): typeof next =>
      month > next.month && (payable.get(currency) ?? 0n) <= 0n ? { month, at: monthStart(month, 1) } : next;
    const expected = [...currencies].sort().map((currency) => {
      const upTo = runOf(currency).month;
      const expectedMinor = months
        .filter((one) => !one.billed && one.currency === currency && one.month <= upTo)
        .reduce((sum, { share }) => sum + BigInt(share), month <= upTo ? -(fees.get(currency) ?? 0n) : 0n);
      return { ownerId: orgId, currency, balanceMinor: (payable.get(currency) ?? 0n) + expectedMinor, expectedMinor };
    });
    const facts = await this.inputs.at(tx, next.month, null, { orgId, balances: expected });
    return expected.flatMap(({ currency }): AuthorMonthView[] => {
      const of = months.filter((one) => one.currency === currency);
      const [now, before] = [of.find((one) => one.month === month), of.find((one) => one.month < month)];
      const input = facts.find((one) => one.currency === currency)?.input ?? nothing(next.month);
      const forecast = forecastOf(currency, {
        ...{ pendingMinor: balancesIn(balances, 'author_pending').get(currency) ?? 0n, chargedAgainAt: null },
        ...{ disputedMinor: balancesIn(balances, 'author_disputed').get(currency) ?? 0n, answerBy: null },
        ...{ held: [], underWay: [], next: input, nextRunAt: runOf(currency).at, now: tx.now },
      });
      if (!now && !before && forecast.parts.length === 0) return [];
      return [
        {
          month,
          currency,
          recurring_minor: now?.recurring ?? '0',
          recurring_share_minor: now?.recurring_share ?? '0',
          last_recurring_minor: before?.recurring ?? '0',
          accrued_minor: now?.share ?? '0',
          listing_fee_minor: (fees.get(currency) ?? 0n).toString(),
          last_share_minor: before?.share ?? '0',
          forecast: forecast.parts.length === 0 ? null : forecast,
        },
      ];
    });
  }
}

/** The month until an instant and the one before, by currency. */
async function monthsOf(tx: Tx, orgId: string, month: string, until: Date): Promise<MonthRow[]> {
  return tx.query<MonthRow>(
    `select to_char(m.month, 'YYYY-MM') as month, x.currency, coalesce(x.recurring, 0)::text as recurring,
       coalesce(x.recurring_share, 0)::text as recurring_share, coalesce(x.share, 0)::text as share,
       exists (select from billing.periods p where p.month = m.month and p.lines_written_at is not null) as billed
     from (values (($2::date - interval '1 month')::date, billing.month_start($2::date)), ($2::date, $3::timestamptz)) m (month, until)
       cross join lateral (
         select * from (
           select s.currency, sum(s.amount) as recurring, billing.half_up(sum(s.amount::numeric * s.author_bps), 10000) as recurring_share
           from billing.install_segments s where s.org_id = $1 and s.price_id is not null and s.started_at <= m.until
             and coalesce(s.ended_at > m.until, true) and coalesce(s.trial_ends_at <= m.until, true) group by 1) r
         full join (
           select c.currency, billing.half_up(sum(c.gross * c.author_bps), 10000) as share
           from billing.charges(m.month, m.until) c where c.org_id = $1 group by 1) c using (currency)) x`,
    [orgId, `${month}-01`, until],
  );
}
