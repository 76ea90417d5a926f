import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { CardPageEntity } from './card.entity.js';

/** Card pages at the provider. */
@Injectable()
export class CardPagesRepository {
  async begin(tx: Tx, page: { id: string; payerId: string; userId: string | null }): Promise<void> {
    await tx.query('insert into billing.tenant_customers (tenant_id) values ($1) on conflict do nothing', [
      page.payerId,
    ]);
    const { id, payerId: tenantId, userId: requestedBy } = page;
    await tx.manager.insert(CardPageEntity, { id, tenantId, requestedBy });
  }

  async find(tx: Tx, pageId: string): Promise<CardPageEntity | null> {
    return tx.manager.findOneBy(CardPageEntity, { pageId });
  }

  /** Records how an open page ended. False when another process has recorded it already. */
  async end(tx: Tx, id: string, state: 'saved' | 'expired'): Promise<boolean> {
    return tx.matched(
      `update billing.card_pages set state = $2, ended_at = $3 where id = $1 and state = 'open' returning id`,
      [id, state, tx.now],
    );
  }
}
