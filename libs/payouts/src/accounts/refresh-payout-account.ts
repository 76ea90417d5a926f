import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { ConnectGateway, type AccountState } from '@portal/stripe-gateway';
import { accountState } from './domain/account-state.js';
import { payoutErrors } from '../errors.js';
import { PayoutAccountMails } from './payout-account-mails.js';
import { AccountsRepository, type AccountRow } from './accounts.repository.js';

const DAY_MS = 86_400_000;
const MAX_TRIES = 5;

/**
 * Reads the state of the author's accounts from the processor. A replacement that is ready becomes the active account.
 * If another process has written a newer state meanwhile, it reads again, so that an older state is never stored.
 */
@Injectable()
export class RefreshPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AccountsRepository,
    private readonly connect: ConnectGateway,
    private readonly policies: Policies,
    private readonly mails: PayoutAccountMails,
  ) {}

  /** @throws AppError `payout_account_not_found`, `payment_provider_unavailable` */
  async execute(orgId: string, actor: Actor): Promise<void> {
    const found = await this.transactor.run(async (tx) => [
      await this.accounts.active(tx, orgId),
      await this.accounts.successor(tx, orgId),
    ]);
    const known = found.filter((account): account is AccountRow => account !== null);
    const asked = known.filter((account) => account.providerAccountId !== null);
    if (asked.length === 0) throw new AppError(payoutErrors.payout_account_not_found);
    for (const account of asked) await this.one(account, actor);
  }

  /** For the account with this id at the processor. Ignores accounts that are not ours. */
  async byProviderId(providerAccountId: string): Promise<void> {
    const account = await this.transactor.run((tx) => this.accounts.byProviderId(tx, providerAccountId));
    if (account && account.state !== 'closed') await this.execute(account.orgId, SYSTEM_ACTOR);
  }

  private async one(account: AccountRow, actor: Actor): Promise<void> {
    let known: AccountRow | undefined = account;
    for (let tries = 1; known && tries <= MAX_TRIES; tries++) known = await this.ask(known, actor);
    if (known) throw new Error(`payout account ${account.id} keeps changing; it is read again later`);
  }

  /** Returns the current row when another process has changed it since it was read; undefined when it was written. */
  private async ask(account: AccountRow, actor: Actor): Promise<AccountRow | undefined> {
    const provider = await this.connect.retrieveAccount(account.providerAccountId ?? '');
    if (!provider) throw new AppError(payoutErrors.payout_account_not_found);
    const contacts = await this.mails.contacts(account.orgId);
    return this.transactor.run(async (tx) => {
      await this.accounts.lockOrganization(tx, account.orgId);
      const current = await this.accounts.byId(tx, account.id);
      if (!current || current.state === 'closed') return undefined;
      if (current.checkedAt?.getTime() !== account.checkedAt?.getTime()) return current;
      const state = await this.write(tx, current, provider, actor);
      if (state !== 'ready' || current.active) return undefined;
      const usableFrom = await this.takeOver(tx, current, actor);
      await this.mails.swapped(tx, usableFrom, contacts);
      return undefined;
    });
  }

  private async write(tx: Tx, account: AccountRow, provider: AccountState, actor: Actor): Promise<string> {
    const state = accountState(provider);
    const requirements = provider.requirements.map((r) => ({
      code: r.code,
      awaiting: r.awaiting,
      status: r.status,
      deadline_at: r.deadlineAt?.toISOString() ?? null,
    }));
    const { bank } = provider;
    const moved = bank !== undefined && bank.fingerprint !== account.bank?.fingerprint;
    const change = { state, requirements, checkedAt: tx.now, ...(moved && { bank, bankSince: tx.now }) };
    await this.accounts.update(tx, account.id, change);
    if (state !== account.state || moved)
      await tx.audit(actor, 'payout_account.changed', ['organization', account.orgId], {
        before: { state: account.state, bank: account.bank?.last4 ?? null },
        after: { state, account: account.id, bank: (bank ?? account.bank)?.last4 ?? null },
      });
    return state;
  }

  /**
   * The old account is closed on our side. Payouts wait for a cool-down, so that the author can notice a change by a
   * thief.
   */
  private async takeOver(tx: Tx, successor: AccountRow, actor: Actor): Promise<Date> {
    const { payout_account_cooldown_days: days } = await this.policies.allAt(tx, tx.now);
    const usableFrom = new Date(tx.now.getTime() + days * DAY_MS);
    const active = await this.accounts.active(tx, successor.orgId);
    if (active) await this.accounts.update(tx, active.id, { state: 'closed', active: false, closedAt: tx.now });
    await this.accounts.update(tx, successor.id, { active: true, usableFrom });
    await tx.audit(actor, 'payout_account.swapped', ['organization', successor.orgId], {
      before: { account: active?.id ?? null },
      after: { account: successor.id, usable_from: usableFrom.toISOString() },
    });
    return usableFrom;
  }
}
