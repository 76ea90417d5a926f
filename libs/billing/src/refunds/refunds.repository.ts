import { Injectable } from '@nestjs/common';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { RefundAttemptState, RefundState } from './domain/refund-state.js';
import { RefundEntity, RefundLineEntity, type RefundAttemptEntity } from './refund.entity.js';

export type RefundRow = ColumnsOf<RefundEntity>;

export type RefundAttemptRow = ColumnsOf<RefundAttemptEntity> & {
  /** The key was first sent so long ago that it may have expired at the provider. */
  key_expired: boolean;
};

export type NewRefund = Pick<
  RefundEntity,
  | 'id'
  | 'invoiceId'
  | 'paymentId'
  | 'origin'
  | 'scope'
  | 'reason'
  | 'note'
  | 'amount'
  | 'currency'
  | 'providerRefundId'
  | 'requestedBy'
  | 'requestedByName'
  | 'approvalId'
> & { lines: ReadonlyMap<string, bigint> };

const ATTEMPT = `*, coalesce(first_sent_at < (select platform.portal_now()) - interval '23 hours', false) as key_expired`;

/** Lock order: invoice, refund, attempt. */
@Injectable()
export class RefundsRepository {
  /** The tenant of an invoice. */
  async payerOf(tx: Tx, invoiceId: string): Promise<string> {
    return (await tx.value<string>('select tenant_id from billing.invoices where id = $1', [invoiceId]))!;
  }

  async insert(tx: Tx, { lines, ...refund }: NewRefund): Promise<void> {
    await tx.manager.insert(RefundEntity, { ...refund, createdAt: tx.now });
    const asked = [...lines].map(([lineId, amount]) => ({ refundId: refund.id, lineId, amount }));
    await tx.manager.insert(RefundLineEntity, asked);
  }

  async lock(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
    const [row] = await tx.query<RefundRow>(`select * from billing.refunds where id = $1 for update`, [refundId]);
    return row;
  }

  async find(tx: Pick<Tx, 'query'>, refundId: string): Promise<RefundRow | undefined> {
    const [row] = await tx.query<RefundRow>(`select * from billing.refunds where id = $1`, [refundId]);
    return row;
  }

  async findByProviderId(tx: Pick<Tx, 'query'>, providerRefundId: string): Promise<RefundRow | undefined> {
    const [row] = await tx.query<RefundRow>(`select * from billing.refunds where provider_refund_id = $1`, [
      providerRefundId,
    ]);
    return row;
  }

  /** The requested amount of each line. */
  async askedLines(tx: Tx, refundId: string): Promise<Map<string, bigint>> {
    const lines = await tx.manager.findBy(RefundLineEntity, { refundId });
    return new Map(lines.map(({ lineId, amount }) => [lineId, amount]));
  }

  async sending(tx: Tx, refundId: string): Promise<void> {
    await tx.query(
      `update billing.refunds set state = 'sending', version = version + 1 where id = $1 and state = 'requested'`,
      [refundId],
    );
  }

  /** Stores the provider's report, observed at `version`; with `covered` it is booked in the same transaction. */
  async observed(
    tx: Tx,
    refundId: string,
    o: {
      providerRefundId: string;
      state: RefundState;
      problem: string | null;
      balanceTransactionId: string | null;
      failureTransactionId: string | null;
      coveredMinor: bigint | null;
    },
  ): Promise<void> {
    await tx.query(
      `update billing.refunds set provider_refund_id = $2, state = $3, problem = $4, balance_transaction_id = coalesce(balance_transaction_id, $5),
         failure_transaction_id = coalesce(failure_transaction_id, $6), covered = coalesce(covered, $7),
         booked_at = case when coalesce(covered, $7) is not null then coalesce(booked_at, $8) end,
         ended_at = case when $3 in ('succeeded', 'failed') then $8::timestamptz end, version = version + 1
       where id = $1`,
      [
        ...[refundId, o.providerRefundId, o.state, o.problem, o.balanceTransactionId, o.failureTransactionId],
        ...[o.coveredMinor?.toString() ?? null, tx.now],
      ],
    );
  }

  /** Refused before anything moved. */
  async failed(tx: Tx, refundId: string, problem: string): Promise<void> {
    await tx.query(
      `update billing.refunds set state = 'failed', problem = $2, ended_at = $3, version = version + 1 where id = $1`,
      [refundId, problem.slice(0, 500), tx.now],
    );
  }

  /** The attempt that may still move money, has moved it, or needs a person; a unique index allows one. */
  async liveAttempt(tx: Tx, refundId: string): Promise<RefundAttemptRow | undefined> {
    const [row] = await tx.query<RefundAttemptRow>(
      `select ${ATTEMPT} from billing.refund_attempts where refund_id = $1 and state in ('sending', 'made', 'stuck')`,
      [refundId],
    );
    return row;
  }

  /** Inserts the intent with its key before anything is sent. */
  async beginAttempt(tx: Tx, refundId: string): Promise<RefundAttemptRow> {
    const [row] = await tx.query<RefundAttemptRow>(
      `insert into billing.refund_attempts (refund_id, n, idempotency_key)
       select $1, n.next, 'rf_' || $1::text || '_' || n.next
       from (select coalesce(max(n), 0) + 1 as next from billing.refund_attempts where refund_id = $1) n returning ${ATTEMPT}`,
      [refundId],
    );
    return row!;
  }

  /** Records that it is sent now, which keeps the job away for a minute. The age of the key is business time. */
  async markSent(tx: Tx, attempt: RefundAttemptRow): Promise<void> {
    await tx.query(
      `update billing.refund_attempts set sends = sends + 1, first_sent_at = coalesce(first_sent_at, platform.portal_now()),
         next_send_at = clock_timestamp() + interval '1 minute' where refund_id = $1 and n = $2 and state = 'sending'`,
      [attempt.refund_id, attempt.n],
    );
  }

  async waiting(tx: Tx, attempt: RefundAttemptRow, problem: string, delayMs: number): Promise<void> {
    await tx.query(
      `update billing.refund_attempts set problem = $3, next_send_at = clock_timestamp() + $4::bigint * interval '1 millisecond'
       where refund_id = $1 and n = $2 and state = 'sending'`,
      [attempt.refund_id, attempt.n, problem.slice(0, 500), Math.round(delayMs)],
    );
  }

  async endAttempt(
    tx: Tx,
    attempt: { refund_id: string; n: number },
    state: RefundAttemptState,
    problem: string | null,
  ): Promise<void> {
    await tx.query(
      `update billing.refund_attempts set state = $3, problem = $4, ended_at = platform.portal_now() where refund_id = $1 and n = $2`,
      [attempt.refund_id, attempt.n, state, problem?.slice(0, 500) ?? null],
    );
  }

  /**
   * Refunds that were never sent, or sent and not answered, and that no process is sending; stuck ones once their key
   * has expired.
   */
  async forgotten(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select r.id from billing.refunds r where r.state in ('requested', 'sending') and r.origin = 'portal'
         and not exists (select 1 from billing.refund_attempts a where a.refund_id = r.id
           and (a.state = 'made' or (a.state = 'sending' and a.next_send_at > clock_timestamp())
             or (a.state = 'stuck' and a.first_sent_at >= (select platform.portal_now()) - interval '23 hours')))
         and r.created_at < (select platform.portal_now()) - interval '1 minute'
       order by r.created_at limit $1`,
      [limit],
    );
    return rows.map((row) => row.id);
  }
}
