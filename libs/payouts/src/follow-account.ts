import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';

/** Brings the payout account with this id at the processor up to date; accounts of others are not ours to follow. */
@Injectable()
export class FollowAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly refresh: RefreshPayoutAccount,
  ) {}

  async execute(providerAccountId: string): Promise<void> {
    const orgId = await this.transactor.run((tx) => this.repository.orgOfProviderAccount(tx, providerAccountId));
    if (orgId !== undefined) await this.refresh.execute(orgId, SYSTEM_ACTOR);
  }
}
