import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { RunState } from '../domain/run-state.js';
import { PayoutAccountEntity, PayoutAttemptEntity, PayoutEntity, PayoutRunEntity } from './payouts.entity.js';

export type RunRow = PayoutRunEntity;
export type PayoutRow = PayoutEntity;
export type AttemptRow = PayoutAttemptEntity;
export type AccountRow = PayoutAccountEntity;

const INSERT_ROWS = 2_000;

/** Rows of runs, payouts and attempts. Locks are always taken in the order run, payout, attempt. */
@Injectable()
export class PayoutsRepository {
  async insertRun(
    tx: Tx,
    run: Omit<RunRow, 'paused' | 'pauseReason' | 'preparedAt' | 'approvedAt' | 'executedAt' | 'settledAt'>,
    payouts: Omit<PayoutRow, 'failure' | 'settledAt'>[],
  ): Promise<void> {
    await tx.manager.insert(PayoutRunEntity, { ...run, paused: false, preparedAt: tx.now });
    // A statement takes at most 65535 parameters.
    for (let i = 0; i < payouts.length; i += INSERT_ROWS)
      await tx.manager.insert(PayoutEntity, payouts.slice(i, i + INSERT_ROWS));
  }

  async lockRun(tx: Tx, id: string): Promise<RunRow | null> {
    return tx.manager.findOne(PayoutRunEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async payoutsOf(tx: Tx, runId: string): Promise<PayoutRow[]> {
    return tx.manager.find(PayoutEntity, { where: { runId }, order: { orgId: 'ASC', currency: 'ASC' } });
  }

  async updateRun(
    tx: Tx,
    id: string,
    change: Partial<Pick<RunRow, 'state' | 'paused' | 'pauseReason' | 'approvedAt' | 'executedAt' | 'settledAt'>>,
  ): Promise<void> {
    await tx.manager.update(PayoutRunEntity, { id }, change);
  }

  async insertApproval(
    tx: Tx,
    approval: { runId: string; userId: string; userName: string; inputHash: string },
  ): Promise<void> {
    await tx.query(
      'insert into payouts.payout_approvals (run_id, user_id, user_name, input_hash) values ($1, $2, $3, $4)',
      [approval.runId, approval.userId, approval.userName, approval.inputHash],
    );
  }

  async runOf(tx: Tx, payoutId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ run_id: string }>('select run_id from payouts.payouts where id = $1', [payoutId]);
    return row?.run_id;
  }

  async lockPayout(tx: Tx, id: string): Promise<PayoutRow | null> {
    return tx.manager.findOne(PayoutEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async updatePayout(
    tx: Tx,
    id: string,
    change: Partial<Pick<PayoutRow, 'state' | 'failure' | 'settledAt'>>,
  ): Promise<void> {
    await tx.manager.update(PayoutEntity, { id }, change);
  }

  /** After approval: what is to be paid is reserved, everything else is carried. */
  async reserveAll(tx: Tx, runId: string): Promise<void> {
    await tx.query(
      `update payouts.payouts set state = case when amount > 0 then 'reserved' else 'carried' end where run_id = $1 and state = 'computed'`,
      [runId],
    );
  }

  /** Whose account at the processor this is; undefined when it is none of ours. */
  async orgOfProviderAccount(tx: Tx, providerAccountId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ org_id: string }>(
      `select org_id from payouts.payout_accounts where provider_account_id = $1 and state <> 'closed'`,
      [providerAccountId],
    );
    return row?.org_id;
  }

  /** Nothing of a cancelled run is paid. */
  async cancelAll(tx: Tx, runId: string): Promise<void> {
    await tx.query(
      `update payouts.payouts set state = 'cancelled' where run_id = $1 and state in ('computed', 'reserved', 'carried')`,
      [runId],
    );
  }

  async attemptsOf(tx: Tx, payoutId: string): Promise<AttemptRow[]> {
    return tx.manager.find(PayoutAttemptEntity, { where: { payoutId }, order: { n: 'ASC' } });
  }

  async insertAttempt(
    tx: Tx,
    attempt: { payoutId: string; n: number; idempotencyKey: string; bodyHash: string },
  ): Promise<void> {
    await tx.query(
      `insert into payouts.payout_attempts (payout_id, n, idempotency_key, body_hash, state) values ($1, $2, $3, $4, 'sending')`,
      [attempt.payoutId, attempt.n, attempt.idempotencyKey, attempt.bodyHash],
    );
  }

  /** Writes what became of a live attempt; false when it has ended already. */
  async endAttempt(
    tx: Tx,
    payoutId: string,
    n: number,
    change: { state: AttemptRow['state']; transferId?: string; answer?: string },
  ): Promise<boolean> {
    const rows = await tx.query(
      `update payouts.payout_attempts set state = $3, transfer_id = coalesce($4, transfer_id), answer = coalesce($5, answer), touched_at = clock_timestamp()
       where payout_id = $1 and n = $2 and state in ('sending', 'unknown') returning n`,
      [payoutId, n, change.state, change.transferId ?? null, change.answer?.slice(0, 1_000) ?? null],
    );
    return rows.length > 0;
  }

  /** Payouts of the run that are not at their end. */
  async unfinished(tx: Tx, runId: string): Promise<number> {
    const [row] = await tx.query<{ count: string }>(
      `select count(*) from payouts.payouts where run_id = $1 and state not in ('settled', 'carried')`,
      [runId],
    );
    return Number(row!.count);
  }

  async failedCount(tx: Tx, runId: string): Promise<number> {
    const [row] = await tx.query<{ count: string }>(
      'select count(*) from payouts.payouts where run_id = $1 and failure is not null',
      [runId],
    );
    return Number(row!.count);
  }

  /** False when the run was not executing (any more). */
  async finishRun(tx: Tx, runId: string, state: RunState): Promise<boolean> {
    const rows = await tx.query(
      'update payouts.payout_runs set state = $2, settled_at = $3 where id = $1 and state = $4 returning id',
      [runId, state, tx.now, 'executing'],
    );
    return rows.length > 0;
  }

  async liveAccount(tx: Tx, orgId: string): Promise<AccountRow | null> {
    const [account] = await tx.manager.query<{ id: string }[]>(
      `select id from payouts.payout_accounts where org_id = $1 and state <> 'closed' for update`,
      [orgId],
    );
    return account ? tx.manager.findOneBy(PayoutAccountEntity, { id: account.id }) : null;
  }

  async liveAccounts(tx: Tx): Promise<AccountRow[]> {
    return tx.manager.createQueryBuilder(PayoutAccountEntity, 'a').where(`a.state <> 'closed'`).getMany();
  }

  async insertAccount(tx: Tx, account: { id: string; orgId: string; country: string }): Promise<void> {
    await tx.manager.insert(PayoutAccountEntity, { ...account, state: 'creating', requirements: [] });
  }

  async updateAccount(
    tx: Tx,
    id: string,
    change: Partial<Pick<AccountRow, 'providerAccountId' | 'state' | 'requirements' | 'checkedAt'>>,
  ): Promise<void> {
    await tx.manager.update(PayoutAccountEntity, { id }, change);
  }

  /** Smallest payout and rounding of each currency, minor units. */
  async currencies(tx: Tx): Promise<Map<string, { minimumMinor: bigint; multipleMinor: bigint }>> {
    const rows = await tx.query<{ code: string; min_payout: string; payout_multiple: number }>(
      'select code, min_payout, payout_multiple from ledger.currency',
    );
    return new Map(
      rows.map((row) => [
        row.code,
        { minimumMinor: BigInt(row.min_payout), multipleMinor: BigInt(row.payout_multiple) },
      ]),
    );
  }
}
