import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';

export interface WriteOffRow {
  id: string;
  invoice_id: string;
  state: 'proposed' | 'approved' | 'rejected';
}

@Injectable()
export class WriteOffsRepository {
  /** Unpaid invoices of a tenant, the small ones too, that nobody proposed to give up yet. */
  async unpaidOf(tx: Tx, tenantId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select i.id from billing.invoices i where i.tenant_id = $1 and i.state in ('past_due', 'below_minimum')
         and not exists (select 1 from billing.write_offs w where w.invoice_id = i.id and w.state <> 'rejected') order by i.number_seq`,
      [tenantId],
    );
    return rows.map((row) => row.id);
  }

  async propose(
    tx: Tx,
    w: { id: string; invoiceId: string; reason: string; userId: string; userName: string },
  ): Promise<void> {
    await tx.query(
      'insert into billing.write_offs (id, invoice_id, reason, proposed_by, proposed_by_name) values ($1, $2, $3, $4, $5)',
      [w.id, w.invoiceId, w.reason, w.userId, w.userName],
    );
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

  async giveUp(tx: Tx, invoiceId: string): Promise<void> {
    await tx.query(
      `update billing.invoices set state = 'uncollectible', next_retry_at = null where id = $1 and state in ('past_due', 'below_minimum')`,
      [invoiceId],
    );
  }
}
