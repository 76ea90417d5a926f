import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import type { TransferInput } from '@portal/stripe-gateway';
import { PayoutObstacles, type Obstacle } from '../runs/payout-obstacles.js';
import { PayoutsRepository, type AttemptRow, type PayoutRow } from '../runs/payouts.repository.js';
import { RunQueries } from '../runs/read/run-queries.js';

/**
 * A key may expire at the processor after 24 h. From this age, the transfer is looked up before anything is sent again.
 */
const KEY_LIFETIME_SECONDS = 23 * 3_600;
/** Longer than a call (20 s) plus the wait for a slot, so that the owner of a lease can finish its call. */
const LEASE_SECONDS = 120;
const CALL_SECONDS = 25;

export interface Claim {
  payout: PayoutRow;
  attempt: Pick<AttemptRow, 'n' | 'idempotencyKey' | 'bodyHash'>;
  owner: string;
  /**
   * The key may have expired at the processor: look the transfer up, never send. Decided by the database's clock at the
   * claim.
   */
  expired: boolean;
  /** Created by this claim: as far as this database knows, nothing was sent with its key. */
  fresh: boolean;
}

/** Claims the attempt to make now: its key, body and lease are committed before anything is sent. */
@Injectable()
export class ClaimPayout {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly queries: RunQueries,
    private readonly obstacles: PayoutObstacles,
    private readonly ids: Ids,
  ) {}

  /**
   * `delivery`: id of the delivery that leads here; its redelivery takes over the lease of a dead worker. Undefined
   * when there is nothing to do.
   */
  async execute(
    payoutId: string,
    delivery: string = this.ids.next(),
  ): Promise<Claim | ({ payout: PayoutRow } & Obstacle) | undefined> {
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
        // Also while its currency is paused: an attempt that may have been sent must be completed.
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

  /** Final check before the call: a worker that was suspended past its lease or the key's lifetime sends nothing. */
  async assertMaySend({ payout, attempt, owner }: Claim): Promise<void> {
    const limits = { callSeconds: CALL_SECONDS, keySeconds: KEY_LIFETIME_SECONDS };
    if (!(await this.queries.maySend(payout.id, attempt.n, owner, limits)))
      throw new Error(`the lease of payout ${payout.id} has expired: nothing is sent`);
  }

  /** Releases the lease of an attempt that has ended. */
  async release({ payout, attempt, owner }: Claim): Promise<void> {
    await this.transactor.run((tx) => this.repository.releaseLease(tx, payout.id, attempt.n, owner));
  }
}

/** The request of an attempt, always the same. */
export function bodyOf(payout: PayoutRow, n: number, idempotencyKey: string): TransferInput {
  return {
    idempotencyKey,
    amountMinor: payout.amount,
    currency: payout.currency,
    destination: payout.providerAccountId ?? '',
    transferGroup: payout.transferGroup,
    metadata: { run_id: payout.runId, payout_id: payout.id, attempt: String(n) },
  };
}

export function bodyHash({ amountMinor, currency, destination, transferGroup, metadata }: TransferInput): string {
  return sha256Hex(JSON.stringify([String(amountMinor), currency, destination, transferGroup, metadata]));
}
