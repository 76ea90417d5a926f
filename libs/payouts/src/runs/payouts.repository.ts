import { Injectable } from '@nestjs/common';
import { required } from '@portal/kernel';
import { In } from 'typeorm';
import { takeLock, type Tx } from '@portal/platform/database';
import type { RunState } from './domain/run-state.js';
import { lookAgainAt, storedPart, type UnpaidNote, type UnpaidReason } from './domain/unpaid.js';
import { payoutErrors } from '../errors.js';
import { PayoutAttemptEntity, PayoutEntity, PayoutRunEntity } from './payouts.entity.js';

export type RunRow = PayoutRunEntity;
export type PayoutRow = PayoutEntity;
export type AttemptRow = PayoutAttemptEntity;
export type ComputedPayout = Omit<PayoutRow, 'failure' | 'failureCode' | 'givenUpAt' | 'retries' | 'settledAt'>;

type RunChange = Partial<
  Omit<RunRow, 'id' | 'month' | 'preparedAt' | 'pausedCurrencies'> & { pausedCurrencies: Record<string, string> }
>;

/** Owner of an attempt: a token per claim, and the delivery that led to it. */
interface Lease {
  readonly owner: string;
  readonly delivery: string;
  readonly seconds: number;
}

/** Rows for one statement; JSON has no bigint. */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** A payout `p` that failed and may be tried again: its statement waits until it is paid or given up. */
export const UNDECIDED = `p.failure is not null and p.state = 'carried' and payouts.given_up_since(p.id) is null`;

/** Runs, payouts and attempts. Locks are always taken in the order run, payout, attempt. */
@Injectable()
export class PayoutsRepository {
  async lockComputation(tx: Tx): Promise<void> {
    await takeLock(tx, 'payouts.computation');
  }

  /** Deletes the rows of an earlier computation. The database refuses this once money was reserved for the run. */
  async removeComputed(tx: Tx, runId: string): Promise<void> {
    await tx.query('delete from payouts.payouts where run_id = $1', [runId]);
  }

  /** Inserts all rows of a computation with one statement. */
  async insertPayouts(tx: Tx, payouts: readonly ComputedPayout[]): Promise<void> {
    await tx.query(
      `insert into payouts.payouts (id, run_id, org_id, currency, balance, amount, carry, held, parts, to_decide, state, reason, payout_account_id, provider_account_id, transfer_group)
       select x.id, x."runId", x."orgId", x.currency, x.balance, x.amount, x.carry, x.held, x.parts, array(select jsonb_array_elements_text(x."toDecide")), x.state, x.reason, x."payoutAccountId", x."providerAccountId", x."transferGroup"
       from jsonb_to_recordset($1::jsonb) as x(id uuid, "runId" uuid, "orgId" uuid, currency text, balance bigint, amount bigint, carry bigint, held bigint,
         parts jsonb, "toDecide" jsonb, state text, reason text, "payoutAccountId" uuid, "providerAccountId" text, "transferGroup" text)`,
      [jsonRows(payouts)],
    );
  }

  /** @throws AppError `payout_run_not_found` (404) */
  async lockRun(tx: Tx, id: string): Promise<RunRow> {
    const run = await tx.manager.findOne(PayoutRunEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    return required(run, payoutErrors.payout_run_not_found);
  }

  async payoutsOf(tx: Tx, runId: string): Promise<PayoutRow[]> {
    return tx.manager.find(PayoutEntity, { where: { runId }, order: { orgId: 'ASC', currency: 'ASC' } });
  }

  /** Unusual payouts that must be decided before the run is approved. */
  async decisionsMissing(tx: Tx, runId: string): Promise<number> {
    const [row] = await tx.query<{ missing: string }>('select payouts.decisions_missing($1) as missing', [runId]);
    return Number(row!.missing);
  }

  async updateRun(tx: Tx, id: string, change: RunChange): Promise<void> {
    await tx.manager.update(PayoutRunEntity, { id }, change);
  }

  /** Approvers of the current computation, and whether they still hold the role. */
  async approvers(tx: Tx, run: RunRow): Promise<{ userName: string; mayApprove: boolean }[]> {
    return tx.query<{ userName: string; mayApprove: boolean }>(
      `select user_name as "userName", approvals.holds_role(user_id, array['finance']) as "mayApprove" from payouts.payout_approvals
       where run_id = $1 and computation = $2 and input_hash = $3 order by approved_at, user_id`,
      [run.id, run.computation, run.inputHash],
    );
  }

  /** True when a later run was computed, whose balances include the results of this one. */
  async isSuperseded(tx: Tx, run: RunRow): Promise<boolean> {
    return tx.matched(
      `select 1 from payouts.payout_runs where id <> $1 and state not in ('cancelled', 'draft') and (cutoff_tx is null or cutoff_tx >= $2) limit 1`,
      [run.id, run.cutoffTx],
    );
  }

  async runOfPayout(tx: Tx, payoutId: string): Promise<RunRow | null> {
    return tx.manager
      .createQueryBuilder(PayoutRunEntity, 'run')
      .where('run.id = (select p.run_id from payouts.payouts p where p.id = :payoutId)', { payoutId })
      .getOne();
  }

  async lockPayout(tx: Tx, id: string): Promise<PayoutRow | null> {
    return tx.manager.findOne(PayoutEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async updatePayout(
    tx: Tx,
    id: string,
    change: Partial<Pick<PayoutRow, 'state' | 'failure' | 'failureCode' | 'retries' | 'settledAt'>>,
  ): Promise<void> {
    await tx.manager.update(PayoutEntity, { id }, change);
  }

  /** After approval: reserves what is to be paid and carries everything else. */
  async reserveAll(tx: Tx, runId: string): Promise<void> {
    await tx.query(
      `update payouts.payouts set state = case when amount > 0 then 'reserved' else 'carried' end where run_id = $1 and state = 'computed'`,
      [runId],
    );
  }

  /** Marks the payouts of a cancelled run as cancelled. */
  async cancelAll(tx: Tx, runId: string): Promise<void> {
    await tx.query(
      `update payouts.payouts set state = 'cancelled' where run_id = $1 and state in ('computed', 'reserved', 'carried')`,
      [runId],
    );
  }

  async attemptsOf(tx: Tx, payoutId: string): Promise<AttemptRow[]> {
    return tx.manager.find(PayoutAttemptEntity, { where: { payoutId }, order: { n: 'ASC' } });
  }

  /** Leases are wall time. */
  async insertAttempt(
    tx: Tx,
    { payoutId, n, idempotencyKey, bodyHash }: Pick<AttemptRow, 'payoutId' | 'n' | 'idempotencyKey' | 'bodyHash'>,
    { owner, delivery, seconds }: Lease,
  ): Promise<void> {
    await tx.query(
      `insert into payouts.payout_attempts (payout_id, n, idempotency_key, body_hash, state, lease_owner, lease_delivery, lease_until)
       values ($1, $2, $3, $4, 'sending', $5, $6, clock_timestamp() + $7 * interval '1 second')`,
      [payoutId, n, idempotencyKey, bodyHash, owner, delivery, seconds],
    );
  }

  /**
   * Takes over a live attempt whose lease has expired, or that belongs to the same delivery (which only one living
   * worker has). False while another worker has it.
   */
  async takeLease(tx: Tx, attempt: AttemptRow, lease: Lease): Promise<boolean> {
    return tx.matched(
      `update payouts.payout_attempts set lease_owner = $3, lease_delivery = $4, lease_until = clock_timestamp() + $5 * interval '1 second',
         touched_at = clock_timestamp()
       where payout_id = $1 and n = $2 and state in ('sending', 'unknown')
         and (lease_until is null or lease_until <= clock_timestamp() or lease_delivery = $4) returning n`,
      [attempt.payoutId, attempt.n, lease.owner, lease.delivery, lease.seconds],
    );
  }

  /** Releases the lease of an attempt, so that the next worker need not wait for its end. */
  async releaseLease(tx: Tx, payoutId: string, n: number, owner: string): Promise<void> {
    await tx.query(
      `update payouts.payout_attempts set lease_owner = null, lease_until = null where payout_id = $1 and n = $2 and lease_owner = $3`,
      [payoutId, n, owner],
    );
  }

  /** Records the outcome of a live attempt; false when it has ended already. */
  async endAttempt(
    tx: Tx,
    payoutId: string,
    n: number,
    {
      state,
      transferId = null,
      answer = null,
      balanceTransactionId = null,
      destinationPaymentId = null,
    }: Partial<AttemptRow> & Pick<AttemptRow, 'state'>,
  ): Promise<boolean> {
    return tx.matched(
      `update payouts.payout_attempts set state = $3, transfer_id = coalesce($4, transfer_id), answer = coalesce($5, answer),
         balance_transaction_id = coalesce($6, balance_transaction_id), destination_payment_id = coalesce($7, destination_payment_id),
         touched_at = clock_timestamp(), lease_owner = null, lease_until = null
       where payout_id = $1 and n = $2 and state in ('sending', 'unknown') returning n`,
      [payoutId, n, state, transferId, answer?.slice(0, 1_000), balanceTransactionId, destinationPaymentId],
    );
  }

  /** Whether anything of the run is left to send. */
  async isUnfinished(q: Pick<Tx, 'query'>, runId: string): Promise<boolean> {
    const rows = await q.query(
      `select 1 from payouts.payouts where run_id = $1 and state in ('computed', 'reserved', 'sending') limit 1`,
      [runId],
    );
    return rows.length > 0;
  }

  async hasFailures(tx: Tx, runId: string): Promise<boolean> {
    return tx.matched('select 1 from payouts.payouts where run_id = $1 and failure is not null limit 1', [runId]);
  }

  /** False when the run is not executing (any more). */
  async finishRun(tx: Tx, runId: string, state: RunState): Promise<boolean> {
    return tx.matched(
      'update payouts.payout_runs set state = $2, settled_at = $3 where id = $1 and state = $4 returning id',
      [runId, state, tx.now, 'executing'],
    );
  }

  /** Reserves a failed payout again, for a retry. */
  async reserveAgain(tx: Tx, payoutId: string): Promise<void> {
    await tx.query(
      `update payouts.payouts set state = 'reserved', retries = retries + 1, failure = null, failure_code = null where id = $1 and state = 'carried'`,
      [payoutId],
    );
  }

  /** Failed payouts of a run that may be tried again, as long as nobody has given them up. */
  async undecided(tx: Tx, runId: string): Promise<PayoutRow[]> {
    const failed = tx.manager.createQueryBuilder(PayoutEntity, 'p');
    return failed
      .where(`p.runId = :runId and ${UNDECIDED}`, { runId })
      .orderBy('p.orgId')
      .addOrderBy('p.currency')
      .getMany();
  }

  async giveUp(tx: Tx, payouts: readonly PayoutRow[]): Promise<void> {
    await tx.manager.update(PayoutEntity, { id: In(payouts.map(({ id }) => id)) }, { givenUpAt: tx.now });
  }

  /** The failure is noted, also for when a retry succeeds. */
  async carry(tx: Tx, payout: PayoutRow, code: UnpaidReason, failure: string): Promise<void> {
    const { id, runId, orgId, currency, amount, retries } = payout;
    await this.updatePayout(tx, id, { state: 'carried', failure, failureCode: code });
    const { month, computation } = await tx.manager.findOneByOrFail(PayoutRunEntity, { id: runId });
    const at = { expectedAt: lookAgainAt(month, tx.now), dateKind: 'looked_at', holdId: null, note: null } as const;
    const reasons = [storedPart({ reason: code, amountMinor: amount, ...at })];
    await this.insertNotes(tx, runId, computation, [{ orgId, currency, nth: retries + 1, reasons }]);
  }

  async insertNotes(tx: Tx, runId: string, computation: number, notes: readonly UnpaidNote[]): Promise<void> {
    await tx.query(
      `insert into payouts.unpaid_notes (run_id, computation, org_id, currency, nth, reasons)
       select $1, $2, x."orgId", x.currency, x.nth, x.reasons
       from jsonb_to_recordset($3::jsonb) as x("orgId" uuid, currency text, nth int, reasons jsonb) on conflict do nothing`,
      [runId, computation, jsonRows(notes)],
    );
  }
}
