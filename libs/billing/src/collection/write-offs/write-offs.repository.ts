import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import { WriteOffEntity } from '../payment.entity.js';
import { COLLECTED } from '../payments.repository.js';

interface WriteOffRow {
  id: string;
  invoice_id: string;
  state: 'proposed' | 'approved' | 'rejected';
}

/** SQL condition on an invoice `i`: unpaid, and without an open write-off proposal. */
export const WRITTEN_OFF_WITH_TENANT = `i.state in ('past_due', 'below_minimum')
  and not (i.state = 'below_minimum' and exists (select 1 from billing.invoices n where n.carried_from = i.id))
  and not exists (select 1 from billing.write_offs w where w.invoice_id = i.id and w.state <> 'rejected')`;
/** SQL expression on an invoice `i`: amount due plus what it would have carried forward. Minor units. */
export const OWED = `(billing.open_amount(i.id)
  + case when exists (select 1 from billing.invoices n where n.carried_from = i.id) then 0 else i.carried_out end)`;

/** SQL: a row if tenant $1 was ever billed. */
export const EVER_BILLED = 'select 1 from billing.invoices where tenant_id = $1 limit 1';

@Injectable()
export class WriteOffsRepository {
  /**
   * Unpaid invoices of a tenant without a write-off proposal, including those too small to charge.
   * @throws AppError `tenant_not_found` (404), also for one that was never billed
   */
  async unpaidOf(tx: Tx, tenantId: string): Promise<string[]> {
    if ((await tx.query(EVER_BILLED, [tenantId])).length === 0) throw new AppError(billingErrors.tenant_not_found);
    const rows = await tx.query<{ id: string }>(
      `select i.id from billing.invoices i where i.tenant_id = $1 and ${WRITTEN_OFF_WITH_TENANT} order by i.number_seq`,
      [tenantId],
    );
    return rows.map((row) => row.id);
  }

  async propose(
    tx: Tx,
    w: { id: string; invoiceId: string; reason: string; userId: string; userName: string },
  ): Promise<void> {
    const { id, invoiceId, reason, userId: proposedBy, userName: proposedByName } = w;
    await tx.manager.insert(WriteOffEntity, { id, invoiceId, reason, proposedBy, proposedByName });
  }

  async lock(tx: Tx, id: string): Promise<WriteOffRow | undefined> {
    const [row] = await tx.query<WriteOffRow>(
      'select id, invoice_id, state from billing.write_offs where id = $1 for update',
      [id],
    );
    return row;
  }

  async decide(
    tx: Tx,
    d: { id: string; state: 'approved' | 'rejected'; userId: string; userName: string; note: string | null },
  ): Promise<void> {
    await tx.query(
      `update billing.write_offs set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5, decided_at = $6
       where id = $1 and state = 'proposed'`,
      [d.id, d.state, d.userId, d.userName, d.note, tx.now],
    );
  }

  /** Loss of writing off an invoice: amount due plus what it would have carried forward. Minor units. */
  async owed(tx: Tx, invoiceId: string): Promise<bigint> {
    const [row] = await tx.query<{ owed: string }>(`select ${OWED} as owed from billing.invoices i where i.id = $1`, [
      invoiceId,
    ]);
    return BigInt(row!.owed);
  }

  /** Includes everything that was carried into it. */
  async giveUp(tx: Tx, invoiceId: string): Promise<void> {
    await tx.query(
      `${COLLECTED} update billing.invoices i set state = 'uncollectible', next_retry_at = null
       from collected c where i.id = c.id and i.state in ('past_due', 'below_minimum')`,
      [invoiceId],
    );
  }
}
