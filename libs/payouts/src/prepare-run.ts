import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { AppError, Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Audit, LiveFeed, Transactor, violatedConstraint, type Actor } from '@portal/platform';
import { hashOfRows } from './domain/input-hash.js';
import { planPayout } from './domain/plan-payout.js';
import { payoutErrors } from './errors.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

/** Computes a month's payout run from what the ledger owes at one cutoff, and freezes it under a hash. */
@Injectable()
export class PrepareRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly ledger: Ledger,
    private readonly billing: Billing,
    private readonly ids: Ids,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** @throws AppError `period_not_closed`, `payout_run_exists` */
  async execute(month: string, actor: Actor): Promise<{ id: string }> {
    if (!(await this.billing.isClosed(month))) throw new AppError(payoutErrors.period_not_closed);
    try {
      return await this.compute(month, actor);
    } catch (error) {
      if (violatedConstraint(error) === 'payout_runs_one_per_month') throw new AppError(payoutErrors.payout_run_exists);
      throw error;
    }
  }

  private async compute(month: string, actor: Actor): Promise<{ id: string }> {
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      const cutoffTx = await this.ledger.cutoff(tx);
      const [balances, accounts, currencies] = [
        await this.ledger.balancesOf(tx, 'author_payable'),
        await this.repository.liveAccounts(tx),
        await this.repository.currencies(tx),
      ];
      const accountOf = new Map(accounts.map((account) => [account.orgId, account]));
      const payouts = balances
        .filter((balance) => balance.balanceMinor !== 0n)
        .map(({ ownerId, currency, balanceMinor }) => {
          const account = accountOf.get(ownerId);
          const rules = currencies.get(currency) ?? { minimumMinor: 1n, multipleMinor: 1n };
          const ready = account?.state === 'ready';
          const plan = planPayout({
            balanceMinor,
            ...rules,
            account: account === undefined ? 'none' : ready ? 'ready' : 'not_ready',
          });
          const payoutId = this.ids.next();
          return {
            id: payoutId,
            runId: id,
            orgId: ownerId,
            currency,
            balance: balanceMinor,
            amount: plan.amountMinor,
            carry: plan.carryMinor,
            state: 'computed' as const,
            reason: plan.reason,
            payoutAccountId: account?.id ?? null,
            providerAccountId: account?.providerAccountId ?? null,
            transferGroup: `po_${payoutId}`,
          };
        });
      const hash = hashOfRows(month, cutoffTx, payouts);
      await this.repository.insertRun(
        tx,
        {
          id,
          month,
          state: 'computed',
          cutoffTx,
          inputHash: hash,
          preparedBy: actor.userId ?? id,
          preparedByName: actor.name,
        },
        payouts,
      );
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.prepared',
        subjectType: 'payout_run',
        subjectId: id,
        after: { month, input_hash: hash, payouts: payouts.length },
      });
      await this.live.append(tx, `payout_run:${id}`, 'state', { state: 'computed' });
      return { id };
    });
  }
}
