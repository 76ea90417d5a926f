import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { AppError, Clock, commonErrors, Ids } from '@portal/kernel';
import { Audit, Config, Transactor, type Actor } from '@portal/platform';
import { ConnectGateway } from '@portal/stripe-gateway';
import { payoutErrors } from './errors.js';
import { PayoutsRepository, type AccountRow } from './persistence/payouts.repository.js';

/** Opens the author's account at the processor, once, and gives a link to the page where the details are entered. */
@Injectable()
export class OpenPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly connect: ConnectGateway,
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `not_found` without an organisation, `payout_account_too_early` before its application is approved
   * (the approved country cannot be changed at the processor later), `payment_provider_*` when the processor says no
   */
  async execute(orgId: string, actor: Actor): Promise<{ url: string; expiresAt: Date }> {
    const [[facts], [contact], state] = await Promise.all([
      this.authors.facts([orgId]),
      this.authors.contacts(orgId),
      this.authors.state(orgId),
    ]);
    if (!facts || !contact) throw new AppError(commonErrors.not_found);
    if (state === 'none') throw new AppError(payoutErrors.payout_account_too_early);
    const account = await this.intent(orgId, facts.country, actor);
    const accountId = account.providerAccountId ?? (await this.create(account, facts.name, contact.email));
    const page = `${this.config.publicUrl}/author/payout-account`;
    return this.connect.createOnboardingLink({
      idempotencyKey: `acct_link_${account.id}_${this.clock.wallNow().getTime()}`,
      accountId,
      returnUrl: `${page}?returned=1`,
      refreshUrl: page,
    });
  }

  /** A row before the call: however often this is repeated, there is one account. */
  private async intent(orgId: string, country: string, actor: Actor): Promise<AccountRow> {
    return this.transactor.run(async (tx) => {
      // Two first clicks at once: the second waits here for the first.
      await tx.query(`select pg_advisory_xact_lock(hashtext('payouts.account'), hashtext($1))`, [orgId]);
      const known = await this.repository.liveAccount(tx, orgId);
      if (known) return known;
      const id = this.ids.next();
      await this.repository.insertAccount(tx, { id, orgId, country });
      await this.audit.record(tx, {
        actor,
        action: 'payout_account.opened',
        subjectType: 'organization',
        subjectId: orgId,
      });
      return (await this.repository.liveAccount(tx, orgId))!;
    });
  }

  private async create(account: AccountRow, name: string, email: string): Promise<string> {
    const { accountId } = await this.connect.createAccount({
      idempotencyKey: `acct_${account.id}`,
      reference: account.orgId,
      email,
      displayName: name,
      country: account.country,
      entityType: 'company',
    });
    await this.transactor.run((tx) =>
      this.repository.updateAccount(tx, account.id, { providerAccountId: accountId, state: 'incomplete' }),
    );
    return accountId;
  }
}
