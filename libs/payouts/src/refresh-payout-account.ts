import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Transactor, type Actor } from '@portal/platform';
import { ConnectGateway } from '@portal/stripe-gateway';
import { accountState } from './domain/account-state.js';
import { payoutErrors } from './errors.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

/** Asks the processor how the author's account stands. */
@Injectable()
export class RefreshPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly connect: ConnectGateway,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `payout_account_not_found`, `payment_provider_unavailable` */
  async execute(orgId: string, actor: Actor): Promise<void> {
    const account = await this.transactor.run((tx) => this.repository.liveAccount(tx, orgId));
    if (!account?.providerAccountId) throw new AppError(payoutErrors.payout_account_not_found);
    const provider = await this.connect.retrieveAccount(account.providerAccountId);
    if (!provider) throw new AppError(payoutErrors.payout_account_not_found);
    const state = accountState(provider);
    const requirements = provider.requirements.map((r) => ({
      code: r.code,
      awaiting: r.awaiting,
      status: r.status,
      deadline_at: r.deadlineAt?.toISOString() ?? null,
    }));
    await this.transactor.run(async (tx) => {
      await this.repository.updateAccount(tx, account.id, { state, requirements, checkedAt: tx.now });
      if (state === account.state) return;
      await this.audit.record(tx, {
        actor,
        action: 'payout_account.changed',
        subjectType: 'organization',
        subjectId: orgId,
        before: { state: account.state },
        after: { state },
      });
    });
  }
}
