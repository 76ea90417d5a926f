import { Injectable } from '@nestjs/common';
import { formatMinor } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { GiveUp } from '@portal/platform/events';
import { CallPace, TransferGateway, type MadeTransfer, type TransferOutcome } from '@portal/stripe-gateway';
import { RefreshPayoutAccount } from '../accounts/refresh-payout-account.js';
import type { PayoutRow } from '../runs/payouts.repository.js';
import { bodyHash, bodyOf, ClaimPayout, type Claim } from './claim-payout.js';
import { KnownTransfers } from './known-transfers.js';
import { RecordTransfer } from './record-transfer.js';

/** How often a rate limit or a concurrent request is waited for before the delivery is delayed. */
const MAX_TRIES = 5;

/**
 * Transfers one payout, at most once whatever fails in between. The attempt with its key and lease is committed before
 * the call. The processor is asked what it has paid already before anything is sent. After an unknown outcome the same
 * key and body are sent again, or the transfer is looked up by its group. Only a definitive refusal leads to a new key.
 */
@Injectable()
export class SendPayout {
  constructor(
    private readonly claims: ClaimPayout,
    private readonly known: KnownTransfers,
    private readonly transfers: TransferGateway,
    private readonly pace: CallPace,
    private readonly record: RecordTransfer,
    private readonly refreshAccount: RefreshPayoutAccount,
  ) {}

  /**
   * Returns when nothing is left to do for the payout now, also when its run was paused: resuming it starts again.
   * Throws when it must be handled again later. `delivery`: id of the delivery that leads here; its redelivery takes over
   * the lease of a dead worker.
   */
  async execute(payoutId: string, delivery?: string): Promise<void> {
    const claim = await this.claims.execute(payoutId, delivery);
    if (claim === undefined) return;
    if ('pause' in claim) return this.record.pauseRun(claim.payout.runId, claim.why, claim.payout.currency);
    if ('withhold' in claim) return this.record.withheld(claim.payout, claim.withhold, claim.why);
    failpoint('transfer.attempt_committed');
    try {
      await (claim.expired ? this.lookUp(claim, true) : this.send(claim));
    } catch (error) {
      // The attempt has ended, so its lease is released for the next worker.
      await this.claims.release(claim);
      throw error;
    }
    failpoint('transfer.recorded');
  }

  private async send(claim: Claim): Promise<void> {
    const { payout, attempt } = claim;
    const body = bodyOf(payout, attempt.n, attempt.idempotencyKey);
    if (bodyHash(body) !== attempt.bodyHash) {
      await this.record.pauseRun(
        payout.runId,
        `The body of ${attempt.idempotencyKey} is not the one that was recorded.`,
      );
      throw new GiveUp('a body must never change under its key');
    }
    if (await this.isPaidAlready(claim)) return;
    for (let tries = 1; ; tries++) {
      await this.pace.wait('writes');
      await this.claims.assertMaySend(claim);
      const outcome = await this.transfers.createTransfer(body);
      failpoint('transfer.sent');
      if (outcome.kind !== 'rate_limited' || tries >= MAX_TRIES) return this.judge(claim, outcome);
      // All processes slow down, and the same request is sent again in its slot.
      await this.pace.slowDown('writes', outcome.retryAfterMs);
    }
  }

  /**
   * What the processor reports takes precedence over the database, which may be a backup from before a transfer was
   * made whose key has expired at the processor (decision 11). True when the payout need not be sent: its transfer
   * exists, or it must wait because of an unknown one.
   */
  private async isPaidAlready(claim: Claim): Promise<boolean> {
    const { payout, attempt } = claim;
    const made = await this.known.to(payout.providerAccountId ?? '');
    const own = made.filter((one) => one.transferGroup === payout.transferGroup);
    if (await this.adopt(claim, own)) return true;
    const stranger = await this.known.strangerAmong(made.filter((one) => one.currency === payout.currency));
    if (!stranger) return false;
    const paid = formatMinor(stranger.amountMinor - stranger.reversedMinor, stranger.currency);
    const why = `The processor paid ${paid} to this account by ${stranger.transferId} (${stranger.transferGroup ?? 'no group'}), which our books do not show. It has to be booked before anything more is paid.`;
    if (claim.fresh) {
      await this.record.unexplained(payout, attempt.n, why);
      return true;
    }
    // It may have been sent. It is given up only by the look-up after the key's lifetime.
    await this.record.pauseRun(payout.runId, why);
    throw new GiveUp(why);
  }

  private async judge(claim: Claim, outcome: TransferOutcome): Promise<void> {
    const { payout, attempt } = claim;
    switch (outcome.kind) {
      case 'made':
        failpoint('transfer.answer_read');
        return this.record.made(payout, attempt.n, outcome);
      case 'insufficient':
        await this.record.rejected(payout, attempt.n, outcome.message);
        return this.record.pauseRun(
          payout.runId,
          `The processor's available balance is too small: ${outcome.message}`,
          payout.currency,
        );
      case 'destination_refused':
        await this.record.failed(payout, attempt.n, outcome.message);
        // The next run should know this in advance. If the processor cannot be reached now, its event will update the
        // account.
        return this.refreshAccount.byProviderId(payout.providerAccountId ?? '').catch(() => undefined);
      case 'in_flight':
      case 'rate_limited':
        throw new Error(`the transfer of payout ${payout.id} has to wait (${outcome.kind})`);
      case 'unknown':
        await this.record.unknown(payout, attempt.n, outcome.message);
        if (outcome.reason === 'server_error') return this.lookUp(claim, false);
        throw new Error(`the outcome of payout ${payout.id} is not known yet: ${outcome.message}`);
      case 'refused':
        return this.refused(claim, outcome);
      case 'misconfigured':
      case 'idempotency_conflict':
        // Nothing is stored under the key, or it was used for something else: the attempt stays as it is.
        await this.record.pauseRun(payout.runId, `The processor refused the call itself: ${outcome.message}`);
        throw new GiveUp(`${outcome.kind}: ${outcome.message}`);
    }
  }

  /**
   * A refusal without a rule. The processor repeats it for the lifetime of the key even if the cause is fixed, so the
   * next attempt needs another key, and only after the look-up shows that nothing moved with this one.
   */
  private async refused(claim: Claim, { code, message }: { code: string; message: string }): Promise<void> {
    const { payout, attempt } = claim;
    await this.record.pauseRun(payout.runId, `The processor refused the call itself: ${message}`);
    if (await this.adopt(claim, await this.inGroup(payout))) return;
    await this.record.rejected(payout, attempt.n, `${code}: ${message}`);
  }

  /**
   * Asks the processor whether the transfer exists. `final`: if it does not, the attempt is void and a new one may
   * follow.
   */
  private async lookUp(claim: Claim, final: boolean): Promise<void> {
    const { payout, attempt } = claim;
    if (await this.adopt(claim, await this.inGroup(payout))) return;
    if (final) await this.record.voided(payout, attempt.n);
    throw new Error(`payout ${payout.id} has no transfer yet`);
  }

  private inGroup(payout: PayoutRow): Promise<MadeTransfer[]> {
    return this.transfers.findTransfersByGroup(payout.transferGroup);
  }

  /** Adopts the transfer of the payout's group, if there is one; false when there is none. */
  private async adopt({ payout, attempt }: Claim, [found, ...more]: readonly MadeTransfer[]): Promise<boolean> {
    if (more.length > 0) {
      await this.record.pauseRun(payout.runId, `The group ${payout.transferGroup} holds several transfers.`);
      throw new GiveUp('several transfers in one group');
    }
    if (found) {
      if (
        found.amountMinor !== payout.amount ||
        found.currency !== payout.currency ||
        found.destination !== payout.providerAccountId
      ) {
        await this.record.pauseRun(payout.runId, `The transfer ${found.transferId} is not the one that was asked for.`);
        throw new GiveUp('the transfer found differs from the payout');
      }
      await this.record.made(payout, attempt.n, found);
      return true;
    }
    return false;
  }
}
