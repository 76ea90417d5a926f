import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { BalanceGateway, type ProviderBalance } from '@portal/stripe-gateway';
import type { MoneyPositionView } from '../http/balance-overview.view.js';

type Ages = RowOf<MoneyPositionView['exceptions'], 'oldest_opened_at'>;

/** By currency: the processor's balance compared with what is owed. The processor is queried each time. */
@Injectable()
export class BalanceOverview {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly provider: BalanceGateway,
  ) {}

  async read(): Promise<MoneyPositionView> {
    const { balances, problem } = await this.atProvider();
    const [totals, payable, ages] = await Promise.all([
      this.ledger.totals(this.database),
      this.ledger.balancesOf(this.database, 'author_payable'),
      this.ages(),
    ]);
    const currencies = [...new Set([...totals.map(({ currency }) => currency), ...balances.map((b) => b.currency)])];
    return {
      provider_problem: problem,
      exceptions: isoDates(ages),
      currencies: currencies.sort().map((currency) => {
        const of = (code: string): bigint =>
          totals.find((one) => one.code === code && one.currency === currency)?.balanceMinor ?? 0n;
        const held = balances.find((one) => one.currency === currency);
        const sum = (sign: 1n | -1n): bigint =>
          payable.reduce(
            (all, one) =>
              one.currency === currency && one.balanceMinor * sign > 0n ? all + one.balanceMinor * sign : all,
            0n,
          );
        const [owed, owing] = [sum(1n), sum(-1n)];
        const liabilities = {
          owed,
          in_payout: of('payout_clearing'),
          held: of('author_reserve'),
          disputed: of('author_disputed'),
          tax: of('tax_payable'),
          suspense: of('suspense'),
        };
        const due = Object.values(liabilities).reduce((all, one) => all + one, 0n);
        return {
          currency,
          available_minor: problem === null ? (held?.availableMinor ?? 0n).toString() : null,
          pending_minor: problem === null ? (held?.pendingMinor ?? 0n).toString() : null,
          booked_minor: of('stripe_balance').toString(),
          bank_minor: of('bank').toString(),
          owed_minor: owed.toString(),
          in_payout_minor: liabilities.in_payout.toString(),
          held_minor: liabilities.held.toString(),
          disputed_minor: liabilities.disputed.toString(),
          tax_minor: liabilities.tax.toString(),
          suspense_minor: liabilities.suspense.toString(),
          due_minor: due.toString(),
          left_minor: (of('stripe_balance') + of('bank') - due).toString(),
          owing_minor: owing.toString(),
          awaited_minor: of('tenant_receivable').toString(),
          author_pending_minor: of('author_pending').toString(),
        };
      }),
    };
  }

  /** The rest of the page does not wait for the processor. */
  private async atProvider(): Promise<{ balances: ProviderBalance[]; problem: string | null }> {
    try {
      return { balances: await this.provider.balances(), problem: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { balances: [], problem: error.message };
    }
  }

  private async ages(): Promise<Ages> {
    const [row] = await this.database.query<Ages>(
      `select count(*) filter (where age < interval '1 day')::int as day,
         count(*) filter (where age >= interval '1 day' and age < interval '7 days')::int as week,
         count(*) filter (where age >= interval '7 days' and age < interval '30 days')::int as month,
         count(*) filter (where age >= interval '30 days')::int as older, count(*) filter (where blocking)::int as blocking, min(opened_at) as oldest_opened_at
       from (select platform.portal_now() - opened_at as age, blocking, opened_at from reconciliation.items where state <> 'closed') x`,
    );
    return row!;
  }
}
