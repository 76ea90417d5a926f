import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { MadeTransfer } from '@portal/stripe-gateway';
import { payoutPosting } from '../runs/payout-postings.js';
import type { UnpaidReason } from '../runs/domain/unpaid.js';
import { PayoutSettled } from '../events.js';
import { FinishRun } from '../runs/finish-run.js';
import { CarryPayout } from './carry-payout.js';
import { PayoutsRepository, type PayoutRow } from '../runs/payouts.repository.js';

/** Records the outcome of a transfer: attempt, payout and ledger in one transaction. Idempotent. */
@Injectable()
export class RecordTransfer {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly ledger: Ledger,
    private readonly finish: FinishRun,
    private readonly carry: CarryPayout,
  ) {}

  async made(payout: PayoutRow, n: number, transfer: MadeTransfer): Promise<void> {
    await this.change(payout, async (tx, current) => {
      if (current.state !== 'sending') return;
      const accepted = await this.repository.endAttempt(tx, payout.id, n, {
        state: 'accepted',
        transferId: transfer.transferId,
        balanceTransactionId: transfer.balanceTransactionId,
        destinationPaymentId: transfer.destinationPaymentId,
      });
      // The attempt was ended otherwise and its reason recorded; the reconciliation will find the transfer.
      if (!accepted) return;
      await this.repository.updatePayout(tx, payout.id, {
        state: 'settled',
        settledAt: tx.now,
        failure: null,
        failureCode: null,
      });
      await tx.emit(PayoutSettled, { payout_id: payout.id, run_id: payout.runId, org_id: payout.orgId });
      const after = { transfer_id: transfer.transferId, amount_minor: payout.amount.toString() };
      await tx.audit(SYSTEM_ACTOR, 'payout.settled', ['payout', payout.id], { after });
      // Last, because all payouts of a currency settle from one account, and a posting locks it until the commit.
      const key = `settle:${transfer.transferId}`;
      await this.ledger.post(tx, payoutPosting('payout_settled', payout, key, tx.now));
    });
    await this.finish.execute(payout.runId);
  }

  /** A definitive refusal for this key; the next attempt uses another one. */
  async rejected(payout: PayoutRow, n: number, answer: string): Promise<void> {
    await this.change(payout, async (tx) => {
      await this.repository.endAttempt(tx, payout.id, n, { state: 'rejected', answer });
    });
  }

  async unknown(payout: PayoutRow, n: number, answer: string): Promise<void> {
    await this.change(payout, async (tx, current) => {
      if (current.state === 'sending') await this.repository.endAttempt(tx, payout.id, n, { state: 'unknown', answer });
    });
  }

  /** The transfer does not exist, which is certain after the key's lifetime. */
  async voided(payout: PayoutRow, n: number): Promise<void> {
    await this.change(payout, async (tx) => {
      await this.repository.endAttempt(tx, payout.id, n, {
        state: 'void',
        answer: 'no transfer in the group after 23 h',
      });
    });
  }

  /** The account cannot receive: the money returns to the author's balance and is carried forward. */
  failed(payout: PayoutRow, n: number, answer: string): Promise<void> {
    return this.ended(payout, n, { state: 'rejected', code: 'refused_by_processor', answer });
  }

  /**
   * Nothing was sent, because the processor has a transfer to this account that is unknown here: carried until it is
   * posted.
   */
  unexplained(payout: PayoutRow, n: number, answer: string): Promise<void> {
    return this.ended(payout, n, { state: 'void', code: 'unknown_transfer', answer });
  }

  private async ended(
    payout: PayoutRow,
    n: number,
    { state, code, answer }: { state: 'rejected' | 'void'; code: UnpaidReason; answer: string },
  ): Promise<void> {
    await this.change(payout, async (tx, current) => {
      if (current.state !== 'sending') return;
      // A concurrent call with another result was faster; its result is kept.
      if (!(await this.repository.endAttempt(tx, payout.id, n, { state, answer }))) return;
      await this.carry.execute(tx, current, { n, code, why: answer });
    });
    await this.finish.execute(payout.runId);
  }

  /** Nothing was sent and nothing will be: the account is no longer the approved one, or not ready any more. */
  async withheld(payout: PayoutRow, code: UnpaidReason, why: string): Promise<void> {
    await this.change(payout, async (tx, current) => {
      const attempts = await this.repository.attemptsOf(tx, payout.id);
      const live = attempts.some((a) => a.state === 'sending' || a.state === 'unknown' || a.state === 'accepted');
      if (live || (current.state !== 'reserved' && current.state !== 'sending')) return;
      await this.carry.execute(tx, current, { n: attempts.length, code, why });
    });
    await this.finish.execute(payout.runId);
  }

  /** Pauses one currency of a run, or with null the whole run. */
  async pauseRun(runId: string, reason: string, currency: string | null = null): Promise<void> {
    await this.transactor.run(async (tx) => {
      const run = await this.repository.lockRun(tx, runId);
      if (run.state !== 'executing') return;
      await this.repository.updateRun(
        tx,
        runId,
        currency === null
          ? { paused: true, pauseReason: reason }
          : { pausedCurrencies: { ...run.pausedCurrencies, [currency]: reason } },
      );
      await tx.audit(SYSTEM_ACTOR, 'payout_run.paused', ['payout_run', runId], {
        reason: currency === null ? reason : `${currency.toUpperCase()}: ${reason}`,
      });
    });
  }

  private async change(payout: PayoutRow, work: (tx: Tx, current: PayoutRow) => Promise<void>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const current = await this.repository.lockPayout(tx, payout.id);
      if (current) await work(tx, current);
    });
  }
}
