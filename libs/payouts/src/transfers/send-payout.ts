import { Injectable } from '@nestjs/common';
import { formatMinor, Ids } from '@portal/kernel';
import { failpoint, GiveUp, sha256Hex, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import {
  CallPace,
  TransferGateway,
  type MadeTransfer,
  type TransferInput,
  type TransferOutcome,
} from '@portal/stripe-gateway';
import { DecidedTransfers } from './decided-transfers.js';
import type { UnpaidReason } from '../runs/domain/unpaid.js';
import { FollowAccount } from '../accounts/follow-account.js';
import { PayoutObstacles } from '../runs/payout-obstacles.js';
import { PayoutsRepository, type AttemptRow, type PayoutRow } from '../runs/payouts.repository.js';
import { RunQueries } from '../runs/read/run-queries.js';
import { RecordTransfer } from './record-transfer.js';

/** The processor may forget a key after 24 h; from here on the transfer is looked up before anything is sent again. */
const KEY_LIFETIME_SECONDS = 23 * 3_600;
/** Longer than a call (20 s) and the wait for a turn: whoever holds a lease can finish what it started. */
const LEASE_SECONDS = 120;
const CALL_SECONDS = 25;
/** How often a rate limit or a twin is waited for before the delivery is put back. */
const PATIENCE = 5;

interface Claim {
  payout: PayoutRow;
  attempt: Pick<AttemptRow, 'n' | 'idempotencyKey' | 'bodyHash'>;
  owner: string;
  /** The key may be forgotten: look the transfer up, never send. Judged by the database's clock when claimed. */
  expired: boolean;
  /** Made by this claim: nobody has sent anything under its key, as far as this database knows. */
  fresh: boolean;
}

/**
 * Moves one payout's money, at most once whatever happens in between: the attempt with its key and a lease is committed
 * before the call, the processor is asked what it paid already before anything is sent, an unknown outcome is sent again
 * with the same key and body or looked up by its group, and only a definite refusal gets a new key.
 */
@Injectable()
export class SendPayout {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly queries: RunQueries,
    private readonly obstacles: PayoutObstacles,
    private readonly transfers: TransferGateway,
    private readonly decided: DecidedTransfers,
    private readonly pace: CallPace,
    private readonly record: RecordTransfer,
    private readonly followAccount: FollowAccount,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns when the payout needs nothing more now; throws when it has to be looked at again later. `delivery`: id of the
   * delivery that leads here; one that comes again takes over what its dead worker held.
   */
  async execute(payoutId: string, delivery: string = this.ids.next()): Promise<void> {
    const claim = await this.claim(payoutId, delivery);
    if (claim === undefined) return;
    if ('withhold' in claim) return this.record.withheld(claim.payout, claim.withhold, claim.why);
    failpoint('transfer.attempt_committed');
    try {
      await (claim.expired ? this.lookUp(claim, true) : this.send(claim));
    } catch (error) {
      // An attempt that has ended holds no lease any more; this one goes on with whoever comes next.
      const { payout, attempt, owner } = claim;
      await this.transactor.run((tx) => this.repository.releaseLease(tx, payout.id, attempt.n, owner));
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
      await this.assertMaySend(claim);
      const outcome = await this.transfers.createTransfer(body);
      failpoint('transfer.sent');
      if (outcome.kind !== 'rate_limited' || tries >= PATIENCE) return this.judge(claim, outcome);
      // Everybody slows down, and the same request leaves again in its turn.
      await this.pace.slowDown('writes', outcome.retryAfterMs);
    }
  }

  /** The last look before the socket: whoever slept past the lease, or past the key's life, sends nothing. */
  private async assertMaySend({ payout, attempt, owner }: Claim): Promise<void> {
    const limits = { callSeconds: CALL_SECONDS, keySeconds: KEY_LIFETIME_SECONDS };
    if (!(await this.queries.maySend(payout.id, attempt.n, owner, limits)))
      throw new Error(`the lease of payout ${payout.id} is over: nothing is sent`);
  }

  /**
   * What the processor knows goes before what the database knows: that may be a backup from before a transfer was made,
   * whose key the processor has forgotten since (decision 0017). True when the payout needs no sending any more: its
   * transfer exists, or it has to wait for one that nobody here knows.
   */
  private async isPaidAlready(claim: Claim): Promise<boolean> {
    const { payout, attempt } = claim;
    const made = await this.transfersTo(payout.providerAccountId ?? '');
    const own = made.filter((one) => one.transferGroup === payout.transferGroup);
    if (await this.adopt(claim, own)) return true;
    const stranger = await this.strangerAmong(made.filter((one) => one.currency === payout.currency));
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

  /** Every transfer to the account; asked in turns of their own, as the processor limits reads and writes separately. */
  private async transfersTo(destination: string): Promise<MadeTransfer[]> {
    for (let tries = 1; ; tries++) {
      await this.pace.turn('reads');
      const answer = await this.transfers.findTransfersTo(destination);
      if (answer.kind === 'found') return answer.transfers;
      await this.pace.slowDown('reads', answer.retryAfterMs);
      if (tries >= PATIENCE) throw new Error(`the transfers to ${destination} cannot be looked up yet (rate_limited)`);
    }
  }

  /** A transfer in a payout's name that nobody here knows and nobody has booked; one that came back whole paid nothing. */
  private async strangerAmong(made: readonly MadeTransfer[]): Promise<MadeTransfer | undefined> {
    const named = made.filter((one) => one.metadata['payout_id'] !== undefined && one.reversedMinor < one.amountMinor);
    if (named.length === 0) return undefined;
    const unknown = await this.queries.notOurs(
      named.map((one) => ({ transferId: one.transferId, payoutId: one.metadata['payout_id'] ?? '' })),
    );
    if (unknown.length === 0) return undefined;
    const candidates = named.filter((one) => unknown.includes(one.transferId));
    const booked = await this.decided.booked(candidates.map((one) => one.balanceTransactionId));
    return candidates.find((one) => !booked.has(one.balanceTransactionId));
  }

  private async claim(
    payoutId: string,
    delivery: string,
  ): Promise<Claim | { payout: PayoutRow; withhold: UnpaidReason; why: string } | undefined> {
    return this.transactor.run(async (tx) => {
      const run = await this.repository.runOfPayout(tx, payoutId);
      if (run?.state !== 'executing' || run.paused) return undefined;
      const found = await this.repository.lockPayout(tx, payoutId);
      if (found?.state !== 'reserved' && found?.state !== 'sending') return undefined;
      const lease = { owner: this.ids.next(), delivery, seconds: LEASE_SECONDS };
      const { owner } = lease;
      const attempts = await this.repository.attemptsOf(tx, payoutId);
      const live = attempts.find((a) => a.state === 'sending' || a.state === 'unknown');
      if (live) {
        // Also while its currency is paused: what may have been sent is brought to its end.
        if (!(await this.repository.takeLease(tx, live, lease)))
          throw new Error(`payout ${payoutId} is in other hands`);
        const ageMs = tx.now.getTime() - live.firstSentAt.getTime();
        return { payout: found, attempt: live, owner, expired: ageMs >= KEY_LIFETIME_SECONDS * 1_000, fresh: false };
      }
      if (run.pausedCurrencies[found.currency] !== undefined) return undefined;
      const obstacle = await this.obstacles.to(tx, found);
      if (obstacle) return { payout: found, ...obstacle };
      const n = (attempts.at(-1)?.n ?? 0) + 1;
      const idempotencyKey = `po_${payoutId}_${n}`;
      const attempt = { payoutId, n, idempotencyKey, bodyHash: bodyHash(bodyOf(found, n, idempotencyKey)) };
      await this.repository.insertAttempt(tx, attempt, lease);
      if (found.state === 'reserved') await this.repository.updatePayout(tx, payoutId, { state: 'sending' });
      return { payout: { ...found, state: 'sending' }, attempt, owner, expired: false, fresh: true };
    });
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
        return this.followAccount.execute(payout.providerAccountId ?? '', SYSTEM_ACTOR).catch(() => undefined);
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

function bodyOf(payout: PayoutRow, n: number, idempotencyKey: string): TransferInput {
  return {
    idempotencyKey,
    amountMinor: payout.amount,
    currency: payout.currency,
    destination: payout.providerAccountId ?? '',
    transferGroup: payout.transferGroup,
    metadata: { run_id: payout.runId, payout_id: payout.id, attempt: String(n) },
  };
}

function bodyHash({ amountMinor, currency, destination, transferGroup, metadata }: TransferInput): string {
  return sha256Hex(JSON.stringify([String(amountMinor), currency, destination, transferGroup, metadata]));
}
