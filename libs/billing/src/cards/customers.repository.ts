import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

interface CustomerRow {
  tenant_id: string;
  customer_id: string | null;
  payment_method_id: string | null;
}

export interface SavedCard {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export type SaveState = 'saved' | 'declined' | 'requires_action' | 'unknown';

/** Payers as customers of the payment provider. */
@Injectable()
export class CustomersRepository {
  async find(tx: Tx, tenantId: string): Promise<CustomerRow | undefined> {
    const [row] = await tx.query<CustomerRow>(
      'select tenant_id, customer_id, payment_method_id from billing.tenant_customers where tenant_id = $1',
      [tenantId],
    );
    return row;
  }

  /** True when the tenant has billing details. */
  async hasAddress(tx: Tx, tenantId: string): Promise<boolean> {
    const rows = await tx.query('select 1 from billing.billing_details where tenant_id = $1', [tenantId]);
    return rows.length > 0;
  }

  /** Inserts the intent of saving a card, whose id becomes the idempotency key. */
  async beginSave(
    tx: Tx,
    s: { id: string; tenantId: string; paymentMethod: string; userId: string | null },
  ): Promise<void> {
    await tx.query('insert into billing.tenant_customers (tenant_id) values ($1) on conflict do nothing', [s.tenantId]);
    await tx.query(
      'insert into billing.payment_method_saves (id, tenant_id, payment_method, requested_by) values ($1, $2, $3, $4)',
      [s.id, s.tenantId, s.paymentMethod, s.userId],
    );
  }

  /** Stores the customer id unless there is one; returns the stored one. */
  async keepCustomer(tx: Tx, tenantId: string, customerId: string): Promise<string> {
    const [row] = await tx.query<{ customer_id: string }>(
      'update billing.tenant_customers set customer_id = coalesce(customer_id, $2) where tenant_id = $1 returning customer_id',
      [tenantId, customerId],
    );
    return row!.customer_id;
  }

  async endSave(tx: Tx, saveId: string, state: SaveState, problem: string | null): Promise<void> {
    await tx.query('update billing.payment_method_saves set state = $2, problem = $3 where id = $1', [
      saveId,
      state,
      problem,
    ]);
  }

  async setCard(tx: Tx, tenantId: string, card: SavedCard): Promise<void> {
    await tx.query(
      `update billing.tenant_customers set payment_method_id = $2, brand = $3, last4 = $4, exp_month = $5, exp_year = $6, saved_at = $7
       where tenant_id = $1`,
      [tenantId, card.paymentMethodId, card.brand, card.last4, card.expMonth, card.expYear, tx.now],
    );
  }
}
