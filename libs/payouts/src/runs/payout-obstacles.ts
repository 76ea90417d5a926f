import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { holdReason, type UnpaidReason } from './domain/unpaid.js';
import { PAYEE_CAPABILITIES } from '../accounts/domain/payee-capabilities.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { HoldsRepository } from '../holds/holds.repository.js';
import type { PayoutRow } from './payouts.repository.js';
import { openBehind } from './read/open-items.js';
import { readiness } from './read/payout-inputs.js';

/** `withhold`: the payout is carried forward; `pause`: its currency waits. */
export type Obstacle = { readonly why: string } & ({ readonly withhold: UnpaidReason } | { readonly pause: true });

/** Reasons not to send an approved payout. Its amount is never changed: it is sent completely or carried forward. */
@Injectable()
export class PayoutObstacles {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly holds: HoldsRepository,
    private readonly ledger: Ledger,
  ) {}

  async to(tx: Tx, payout: PayoutRow): Promise<Obstacle | undefined> {
    const account = payout.payoutAccountId === null ? null : await this.accounts.byId(tx, payout.payoutAccountId);
    if (account === null || !account.active)
      return { withhold: 'account_changed', why: 'the author changed the payout account after the run was prepared' };
    if (account.state !== 'ready')
      return {
        withhold: 'account_not_ready',
        why: `the payout account is ${account.state} since the run was prepared`,
      };
    if ((await this.accounts.bankRefusedSince(tx, account.id)) !== null)
      return { withhold: 'bank_refused', why: 'the bank refused the payout before, which has not arrived yet' };
    const off = await whyOff(tx, PAYEE_CAPABILITIES, payout.orgId, 'be_paid');
    if (off) return { withhold: 'held_manual', why: off.message };
    // A hold in force when the run was prepared has been deducted already. A partial hold applies from the next run.
    const hold = await this.holds.ofEverything(tx, payout.orgId);
    if (hold)
      return { withhold: holdReason(hold.kind), why: `everything is held since the run was prepared: ${hold.reason}` };
    // As of now, just before it is sent: also what was found since the run was approved.
    const open = await openBehind(tx, payout.orgId, payout.currency);
    if (open) return open.orgId === null ? { pause: true, why: open.why } : { withhold: open.reason, why: open.why };
    return undefined;
  }

  /** Whether a failed payout may be sent again as it was approved. */
  async isSendable(tx: Tx, payout: PayoutRow): Promise<boolean> {
    const account = payout.payoutAccountId === null ? null : await this.accounts.byId(tx, payout.payoutAccountId);
    if (account === null || !PAYEE_CAPABILITIES.allows(readiness(account, null, tx.now).state, 'be_paid')) return false;
    if (await this.to(tx, payout)) return false;
    const owed = await this.ledger.balance(tx, {
      code: 'author_payable',
      ownerId: payout.orgId,
      currency: payout.currency,
    });
    return owed >= payout.amount;
  }
}
