import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { AppError, Clock, commonErrors } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { ConnectGateway } from '@portal/stripe-gateway';
import { AccountsRepository, type AccountRow } from './accounts.repository.js';

/** Creates an account at the processor for a row, and links to the processor's page where its details are entered. */
@Injectable()
export class AccountOnboarding {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AccountsRepository,
    private readonly connect: ConnectGateway,
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * A new link each time, because the processor's links expire after minutes.
   * @throws AppError `payment_provider_*`, `not_found`
   */
  async link(account: AccountRow, name: string): Promise<{ url: string; expiresAt: Date }> {
    const accountId = account.providerAccountId ?? (await this.create(account, name));
    const page = `${this.config.publicUrl}/author/payout-account`;
    return this.connect.createOnboardingLink({
      idempotencyKey: `acct_link_${account.id}_${this.clock.wallNow().getTime()}`,
      accountId,
      returnUrl: `${page}?returned=1`,
      refreshUrl: page,
    });
  }

  private async create(account: AccountRow, name: string): Promise<string> {
    const [contact] = await this.authors.contacts(account.orgId);
    if (!contact) throw new AppError(commonErrors.not_found);
    const { accountId } = await this.connect.createAccount({
      idempotencyKey: `acct_${account.id}`,
      reference: account.orgId,
      email: contact.email,
      displayName: name,
      country: account.country,
      entityType: 'company',
    });
    await this.transactor.run((tx) =>
      this.accounts.update(tx, account.id, { providerAccountId: accountId, state: 'incomplete' }),
    );
    return accountId;
  }
}
