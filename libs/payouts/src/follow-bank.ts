import { Injectable } from '@nestjs/common';
import { LiveFeed, Transactor, type Tx } from '@portal/platform';
import { BankGateway } from '@portal/stripe-gateway';
import { bankState, carrierOf } from './domain/bank-leg.js';
import { PayoutMails } from './payout-mails.js';
import { BankLegsRepository, type OpenLeg } from './persistence/bank-legs.repository.js';

/** A day before the payment: clocks differ, and the provider dates payouts by its own. */
const MARGIN_MS = 86_400_000;
const MAX_TRIES = 5;

/**
 * Looks at the author's bank, as far as the processor tells: what left for it, arrived, was refused or came back.
 * Informational; the ledger settled on the transfer, and a payment that failed is paid out again by the processor.
 */
@Injectable()
export class FollowBank {
  constructor(
    private readonly transactor: Transactor,
    private readonly legs: BankLegsRepository,
    private readonly bank: BankGateway,
    private readonly mails: PayoutMails,
    private readonly live: LiveFeed,
  ) {}

  /** Every account with a leg that may still move. Returns how many legs moved. */
  async all(): Promise<number> {
    const accounts = await this.transactor.run((tx) => this.legs.openAccounts(tx, tx.now));
    let moved = 0;
    for (const account of accounts) moved += await this.execute(account);
    return moved;
  }

  /**
   * One account at the processor; others' accounts have no legs of ours. Whoever is overtaken by another observation
   * looks again, so that an older one never stands.
   */
  async execute(providerAccountId: string): Promise<number> {
    let moved = 0;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const seen = await this.look(providerAccountId);
      moved += seen.moved;
      if (!seen.overtaken) return moved;
    }
    throw new Error(`the bank of ${providerAccountId} keeps moving, to be followed later`);
  }

  private async look(providerAccountId: string): Promise<{ moved: number; overtaken: boolean }> {
    const open = await this.transactor.run((tx) => this.legs.open(tx, providerAccountId, tx.now));
    let moved = 0;
    let overtaken = false;
    for (const currency of new Set(open.map((leg) => leg.currency))) {
      const own = open.filter((leg) => leg.currency === currency);
      const first = Math.min(...own.map((leg) => leg.settledAt.getTime()));
      const { payments, payouts } = await this.bank.movements(providerAccountId, currency, new Date(first - MARGIN_MS));
      for (const leg of own) {
        const payment = payments.find((one) => one.paymentId === leg.paymentId);
        const carrier = payment && carrierOf(payment, payouts);
        if (!carrier) continue;
        const state = bankState(carrier, leg.state);
        if (state === leg.state && carrier.bankPayoutId === leg.bankPayoutId) continue;
        const contacts = state === 'failed' || state === 'returned' ? await this.mails.contacts(leg.orgId) : [];
        const written = await this.transactor.run(async (tx) => {
          if (!(await this.legs.write(tx, leg.payoutId, leg, { ...carrier, state }))) return false;
          await this.tell(tx, leg, state);
          if (contacts.length > 0) await this.mails.bankRefused(tx, leg, carrier.failure, contacts);
          return true;
        });
        if (written) moved += 1;
        else overtaken = true;
      }
    }
    return { moved, overtaken };
  }

  private async tell(tx: Tx, leg: OpenLeg, state: string): Promise<void> {
    await this.live.append(tx, `payout_run:${leg.runId}`, 'payout', {
      payout_id: leg.payoutId,
      action: 'payout.bank_leg',
      bank_state: state,
    });
  }
}
