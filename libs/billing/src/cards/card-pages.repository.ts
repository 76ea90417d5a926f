import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

export interface CardPageRow {
  id: string;
  tenantId: string;
  state: 'open' | 'saved' | 'expired';
}

/** Card pages at the provider. */
@Injectable()
export class CardPagesRepository {
  async begin(tx: Tx, page: { id: string; payerId: string; userId: string | null }): Promise<void> {
    await tx.query('insert into billing.tenant_customers (tenant_id) values ($1) on conflict do nothing', [
      page.payerId,
    ]);
    await tx.query('insert into billing.card_pages (id, tenant_id, requested_by) values ($1, $2, $3)', [
      page.id,
      page.payerId,
      page.userId,
    ]);
  }

  async keepPageId(tx: Tx, id: string, pageId: string): Promise<void> {
    await tx.query('update billing.card_pages set page_id = $2 where id = $1', [id, pageId]);
  }

  async find(tx: Tx, pageId: string): Promise<CardPageRow | undefined> {
    const [row] = await tx.query<CardPageRow>(
      'select id, tenant_id as "tenantId", state from billing.card_pages where page_id = $1',
      [pageId],
    );
    return row;
  }

  /** Records how an open page ended. False when another process has recorded it already. */
  async end(tx: Tx, id: string, state: 'saved' | 'expired'): Promise<boolean> {
    const rows = await tx.query(
      `update billing.card_pages set state = $2, ended_at = $3 where id = $1 and state = 'open' returning id`,
      [id, state, tx.now],
    );
    return rows.length > 0;
  }
}
