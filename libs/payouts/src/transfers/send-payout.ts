import { Injectable } from '@nestjs/common';
import { formatMinor } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { GiveUp } from '@portal/platform/events';
import { CallPace, TransferGateway, type MadeTransfer, type TransferOutcome } from '@portal/stripe-gateway';
import { SyncPayoutAccount } from '../accounts/sync-payout-account.js';
import type { PayoutRow } from '../runs/payouts.repository.js';
import { bodyHash, bodyOf, ClaimPayout, type Claim } from './claim-payout.js';
import { KnownTransfers } from './known-transfers.js';
import { RecordTransfer } from './record-transfer.js';

/** How often a rate limit or a twin is waited for before the delivery is put back. */
const MAX_TRIES = 5;

/**
 * Moves one payout's money, at most once whatever happens in between: the attempt with its key and a lease is committed
 * before the call, the processor is asked what it paid already before anything is sent, an unknown outcome is sent again
 * with the same key and body or looked up by its group, and only a definite refusal gets a new key.
 */
@Injectable()
export class SendPayout {
  constructor(
    private readonly claims: ClaimPayout,
    private readonly known: KnownTransfers,
    private readonly transfers: TransferGateway,
    private readonly pace: CallPace,
    private readonly record: RecordTransfer,
    private readonly syncAccount: SyncPayoutAccount,
  ) {}

  /**
   * Returns when the payout needs nothing more now; throws when it has to be looked at again later. `delivery`: id of the
   * delivery that leads here; one that comes again takes over what its dead worker held.
   */
  async execute(payoutId: string, delivery?: string): Promise<void> {
    const claim = await this.claims.execute(payoutId, delivery);
    if (claim === undefined) return;
    if ('withhold' in claim) return this.record.withheld(claim.payout, claim.withhold, claim.why);
    failpoint('transfer.attempt_committed');
    try {
      await (claim.expired ? this.lookUp(claim, true) : this.send(claim));
    } catch (error) {
      // An attempt that has ended holds no lease any more; this one goes on with whoever comes next.
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
      await this.pace.turn('writes');
      await this.claims.assertMaySend(claim);
      const outcome = await this.transfers.createTransfer(body);
      failpoint('transfer.sent');
      if (outcome.kind !== 'rate_limited' || tries >= MAX_TRIES) return this.judge(claim, outcome);
      // Everybody slows down, and the same request leaves again in its turn.
      await this.pace.slowDown('writes', outcome.retryAfterMs);
    }
  }

  /**
   * What the processor knows goes before what the database knows: that may be a backup from before a transfer was made,
   * whose key the processor has forgotten since (decision 0017). True when the payout needs no sending any more: its
   * transfer exists, or it has to wait for one that nobody here knows.
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
    // It may have been sent: given up only once the processor has forgotten the key, by the look-up.
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
        // So that the next run knows it beforehand. When the processor cannot say now, its event will.
        return this.syncAccount.execute(payout.providerAccountId ?? '', SYSTEM_ACTOR).catch(() => undefined);
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
        // Nothing is stored under the key, or it stands for something else: it is kept as it is.
        await this.record.pauseRun(payout.runId, `The processor refused the call itself: ${outcome.message}`);
        throw new GiveUp(`${outcome.kind}: ${outcome.message}`);
    }
  }

  /**
   * A no that nobody has a rule for. The processor repeats it for as long as it knows the key, whatever is repaired
   * meanwhile, so the next try needs another one: given up only after the group shows that nothing moved under this one.
   */
  private async refused(claim: Claim, { code, message }: { code: string; message: string }): Promise<void> {
    const { payout, attempt } = claim;
    await this.record.pauseRun(payout.runId, `The processor refused the call itself: ${message}`);
    if (await this.adopt(claim, await this.inGroup(payout))) return;
    await this.record.rejected(payout, attempt.n, `${code}: ${message}`);
    throw new GiveUp(`refused: ${message}`);
  }

  /** Asks the processor whether the transfer exists. `final`: when it does not, the attempt is void and a new one may follow. */
  private async lookUp(claim: Claim, final: boolean): Promise<void> {
    const { payout, attempt } = claim;
    if (await this.adopt(claim, await this.inGroup(payout))) return;
    if (final) await this.record.voided(payout, attempt.n);
    throw new Error(`payout ${payout.id} has no transfer yet`);
  }

  private inGroup(payout: PayoutRow): Promise<MadeTransfer[]> {
    return this.transfers.findTransfersByGroup(payout.transferGroup);
  }

  /** Takes the transfer of the payout's group for its own, if there is one; false when there is none. */
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
