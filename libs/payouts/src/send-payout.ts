import { Injectable } from '@nestjs/common';
import { failpoint, GiveUp, sha256Hex, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { TransferGateway, type TransferInput, type TransferOutcome } from '@portal/stripe-gateway';
import { PayoutsRepository, type AttemptRow, type PayoutRow } from './persistence/payouts.repository.js';
import { RecordTransfer } from './record-transfer.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';

/** The processor may forget a key after 24 h; from here on the transfer is looked up before anything is sent again. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

interface Claim {
  payout: PayoutRow;
  attempt: AttemptRow;
  /** The key may be forgotten: look the transfer up, never send. Judged by the database's clock when claimed. */
  expired: boolean;
}

/**
 * Moves one payout's money, at most once whatever happens in between: the attempt with its key is committed before the
 * call, an unknown outcome is sent again with the same key and body or looked up by its group, and only a definite
 * refusal gets a new key. One worker at a time holds the delivery that leads here.
 */
@Injectable()
export class SendPayout {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly transfers: TransferGateway,
    private readonly record: RecordTransfer,
    private readonly refreshAccount: RefreshPayoutAccount,
  ) {}

  /** Returns when the payout needs nothing more now; throws when it has to be looked at again later. */
  async execute(payoutId: string): Promise<void> {
    const claim = await this.claim(payoutId);
    if (!claim) return;
    failpoint('transfer.attempt_committed');
    const { payout, attempt } = claim;
    if (claim.expired) return this.lookUp(claim, true);
    const body = bodyOf(payout, attempt.n, attempt.idempotencyKey);
    if (bodyHash(body) !== attempt.bodyHash) {
      await this.record.pauseRun(
        payout.runId,
        `The body of ${attempt.idempotencyKey} is not the one that was recorded.`,
      );
      throw new GiveUp('a body must never change under its key');
    }
    const outcome = await this.transfers.createTransfer(body);
    failpoint('transfer.sent');
    await this.judge(claim, outcome);
    failpoint('transfer.recorded');
  }

  private async claim(payoutId: string): Promise<Claim | undefined> {
    return this.transactor.run(async (tx) => {
      const runId = await this.repository.runOf(tx, payoutId);
      const run = runId === undefined ? null : await this.repository.lockRun(tx, runId);
      if (run?.state !== 'executing' || run.paused) return undefined;
      const found = await this.repository.lockPayout(tx, payoutId);
      if (found?.state !== 'reserved' && found?.state !== 'sending') return undefined;
      const attempts = await this.repository.attemptsOf(tx, payoutId);
      const live = attempts.find((a) => a.state === 'sending' || a.state === 'unknown');
      if (live)
        return {
          payout: found,
          attempt: live,
          expired: tx.now.getTime() - live.firstSentAt.getTime() >= KEY_LIFETIME_MS,
        };
      const n = (attempts.at(-1)?.n ?? 0) + 1;
      const idempotencyKey = `po_${payoutId}_${n}`;
      await this.repository.insertAttempt(tx, {
        payoutId,
        n,
        idempotencyKey,
        bodyHash: bodyHash(bodyOf(found, n, idempotencyKey)),
      });
      if (found.state === 'reserved') await this.repository.updatePayout(tx, payoutId, { state: 'sending' });
      const attempt = (await this.repository.attemptsOf(tx, payoutId)).at(-1)!;
      return { payout: { ...found, state: 'sending' }, attempt, expired: false };
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
        return this.record.pauseRun(payout.runId, `The processor's available balance is too small: ${outcome.message}`);
      case 'destination_refused':
        await this.record.failed(payout, attempt.n, outcome.message);
        // So that the next run knows it beforehand. When the processor cannot say now, its event will.
        return this.refreshAccount.execute(payout.orgId, SYSTEM_ACTOR).catch(() => undefined);
      case 'in_flight':
      case 'rate_limited':
        throw new Error(`the transfer of payout ${payout.id} has to wait (${outcome.kind})`);
      case 'unknown':
        await this.record.unknown(payout, attempt.n, outcome.message);
        if (outcome.reason === 'server_error') return this.lookUp(claim, false);
        throw new Error(`the outcome of payout ${payout.id} is not known yet: ${outcome.message}`);
      case 'misconfigured':
      case 'idempotency_conflict':
        await this.record.pauseRun(payout.runId, `The processor refused the call itself: ${outcome.message}`);
        throw new GiveUp(`${outcome.kind}: ${outcome.message}`);
    }
  }

  /** Asks the processor whether the transfer exists. `final`: when it does not, the attempt is void and a new one may follow. */
  private async lookUp({ payout, attempt }: Claim, final: boolean): Promise<void> {
    const [found, ...more] = await this.transfers.findTransfersByGroup(payout.transferGroup);
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
      return this.record.made(payout, attempt.n, found);
    }
    if (final) await this.record.voided(payout, attempt.n);
    throw new Error(`payout ${payout.id} has no transfer yet`);
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
