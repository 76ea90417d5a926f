import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AccountsRepository } from './accounts.repository.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';

/** Updates the payout account with this id at the processor. Ignores accounts that are not ours. */
@Injectable()
export class SyncPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AccountsRepository,
    private readonly refresh: RefreshPayoutAccount,
  ) {}

  async execute(providerAccountId: string, actor: Actor = SYSTEM_ACTOR): Promise<void> {
    const account = await this.transactor.run((tx) => this.accounts.byProviderId(tx, providerAccountId));
    if (account && account.state !== 'closed') await this.refresh.execute(account.orgId, actor);
  }
}
