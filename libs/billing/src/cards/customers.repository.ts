import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { PaymentMethodSaveEntity, TenantCustomerEntity } from './card.entity.js';

const LOCK = { mode: 'for_no_key_update' } as const;

export type CollectedBy = TenantCustomerEntity['collectedBy'];
export type SaveState = Exclude<PaymentMethodSaveEntity['state'], 'sending'>;

/** Payers as customers of the payment provider. */
@Injectable()
export class CustomersRepository {
  async find(tx: Tx, tenantId: string): Promise<TenantCustomerEntity | null> {
    return tx.manager.findOneBy(TenantCustomerEntity, { tenantId });
  }

  /** Inserts the intent of saving a card, whose id becomes the idempotency key. */
  async beginSave(tx: Tx, s: { id: string; tenantId: string; paymentMethod: string; userId: string | null }) {
    await tx.query('insert into billing.tenant_customers (tenant_id) values ($1) on conflict do nothing', [s.tenantId]);
    const { id, tenantId, paymentMethod, userId: requestedBy } = s;
    await tx.manager.insert(PaymentMethodSaveEntity, { id, tenantId, paymentMethod, requestedBy });
  }

  /** Stores the customer id unless there is one; returns the stored one. */
  async keepCustomer(tx: Tx, tenantId: string, customerId: string): Promise<string> {
    return (await tx.value<string>(
      'update billing.tenant_customers set customer_id = coalesce(customer_id, $2) where tenant_id = $1 returning customer_id',
      [tenantId, customerId],
    ))!;
  }

  /** Sets who collects, and returns who did before. */
  async collect(tx: Tx, tenantId: string, by: CollectedBy): Promise<CollectedBy> {
    await tx.query('insert into billing.tenant_customers (tenant_id) values ($1) on conflict do nothing', [tenantId]);
    const before = await tx.manager.findOneOrFail(TenantCustomerEntity, { where: { tenantId }, lock: LOCK });
    await tx.manager.update(TenantCustomerEntity, { tenantId }, { collectedBy: by });
    return before.collectedBy;
  }

  /** Invoices that are open are charged from now on, or no longer. */
  async dueFrom(tx: Tx, tenantId: string, by: CollectedBy): Promise<void> {
    await tx.query(
      `update billing.invoices set next_retry_at = $2 where tenant_id = $1 and state in ('open', 'past_due') and kind = 'installs'`,
      [tenantId, by === 'host' ? null : tx.now],
    );
  }

  async endSave(tx: Tx, saveId: string, state: SaveState, problem: string | null): Promise<void> {
    await tx.manager.update(PaymentMethodSaveEntity, { id: saveId }, { state, problem });
  }
}
