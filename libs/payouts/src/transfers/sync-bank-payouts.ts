import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { BankGateway, type ArrivedPayment } from '@portal/stripe-gateway';
import { bankState, carriersOf, type LegPayout } from './domain/bank-leg.js';
import { PayoutRefused } from '../events.js';
import { BankLegsRepository, type OpenLeg } from './bank-legs.repository.js';

/** A margin of one day, because clocks differ and the provider dates payouts by its own. */
const MARGIN_MS = 86_400_000;
const MAX_TRIES = 5;
/** With answers of 0.25 s a run of two minutes asks these accounts, with a third of the 100 calls a second that the processor allows. */
const ACCOUNTS_IN_A_RUN = 2_000;
const AT_ONCE = 8;
const GIVE_UP_AFTER = 5;

/**
 * Syncs authors' bank payouts from the processor: sent, arrived, refused or returned. For information only: the ledger
 * settles on the transfer, and the processor pays out a failed payment again.
 */
@Injectable()
export class SyncBankPayouts {
  constructor(
    private readonly transactor: Transactor,
    private readonly legs: BankLegsRepository,
    private readonly bank: BankGateway,
  ) {}

  /**
   * Syncs accounts with a bank payout that may still change, longest ago first, eight at once. An account that cannot be
   * read does not stop the others; after several failures in a row, and from `stopping` on, the rest waits for the next
   * time. Returns how many bank payouts changed.
   * @throws the first account's error, after the others were synced
   */
  async all(stopping?: AbortSignal, most = ACCOUNTS_IN_A_RUN): Promise<number> {
    const accounts = (await this.transactor.run((tx) => this.legs.accountsToAsk(tx, tx.now, most))).values();
    const failures: unknown[] = [];
    let [moved, inARow] = [0, 0];
    const syncNext = async (): Promise<void> => {
      for (const account of accounts) {
        if (inARow >= GIVE_UP_AFTER || stopping?.aborted) return;
        try {
          moved += await this.execute(account);
          inARow = 0;
        } catch (error) {
          failures.push(error);
          inARow += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, syncNext));
    if (failures.length > 0) throw failures[0];
    return moved;
  }

  /**
   * Syncs one account at the processor; has no effect on accounts that are not ours. If another process has written a
   * newer state, it syncs again, so that an older one is never stored.
   */
  async execute(providerAccountId: string): Promise<number> {
    let moved = 0;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const synced = await this.syncOnce(providerAccountId);
      moved += synced.moved;
      if (!synced.overtaken) return moved;
    }
    throw new Error(`the bank payouts of ${providerAccountId} keep changing; they are synced again later`);
  }

  private async syncOnce(providerAccountId: string): Promise<{ moved: number; overtaken: boolean }> {
    // Recorded before the response, so that an account that cannot be read goes to the end of the queue.
    const open = await this.transactor.run(async (tx) => {
      await this.legs.noteAsked(tx, providerAccountId);
      return this.legs.open(tx, providerAccountId, tx.now);
    });
    if (open.length === 0) return { moved: 0, overtaken: false };
    const first = Math.min(...open.map((leg) => leg.settledAt.getTime()));
    const { payments, payouts } = await this.bank.movements(providerAccountId, new Date(first - MARGIN_MS));
    let moved = 0;
    let overtaken = false;
    for (const leg of open) {
      const payment = payments.find((one) => one.paymentId === leg.paymentId);
      if (!payment) continue;
      await this.record(leg, payment);
      const followed = await this.follow(leg, carriersOf(payment, payouts));
      moved += followed.moved;
      overtaken ||= followed.overtaken;
    }
    return { moved, overtaken };
  }

  /**
   * Records what became of a payment since it was known last, step by step: that a bank refused it is told also when the
   * processor has tried again meanwhile.
   */
  private async follow(leg: OpenLeg, carriers: readonly LegPayout[]): Promise<{ moved: number; overtaken: boolean }> {
    const known = carriers.findIndex(({ bankPayoutId }) => bankPayoutId === leg.bankPayoutId);
    let { state, bankPayoutId, refused } = leg;
    let moved = 0;
    for (const carrier of carriers.slice(known < 0 && bankPayoutId !== null ? -1 : Math.max(known, 0))) {
      const isSame = carrier.bankPayoutId === bankPayoutId;
      const next = bankState(carrier, isSame ? state : 'none');
      if (isSame && next === state) continue;
      // Once, not for every further try of the processor.
      const isFirst = (next === 'failed' || next === 'returned') && !refused;
      const expected = { state, bankPayoutId };
      const written = await this.transactor.run(async (tx) => {
        if (!(await this.legs.write(tx, leg.payoutId, expected, { ...carrier, state: next }))) return false;
        const reason = carrier.failure ?? 'The bank gave no reason.';
        const ids = { payout_id: leg.payoutId, run_id: leg.runId };
        if (isFirst) await tx.emit(PayoutRefused, { ...ids, by: 'bank', reason });
        return true;
      });
      if (!written) return { moved, overtaken: true };
      moved += 1;
      [state, bankPayoutId, refused] = [next, carrier.bankPayoutId, refused || isFirst];
    }
    return { moved, overtaken: false };
  }

  /** Records the processor's conversion of a transfer, as evidence; nothing is computed from it. */
  private async record(leg: OpenLeg, { exchangeRate, ...payment }: ArrivedPayment): Promise<void> {
    if (leg.converted || exchangeRate === null || payment.target.currency === payment.source.currency) return;
    await this.transactor.run((tx) => this.legs.recordConversion(tx, leg.payoutId, { ...payment, exchangeRate }));
  }
}
