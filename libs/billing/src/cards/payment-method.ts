import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import type { PaymentMethodView } from '../invoicing/http/billing.view.js';

interface Row {
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  payment_method_id: string | null;
  collected_by: string;
}

/** The card for a tenant's invoices. */
@Injectable()
export class PaymentMethod {
  constructor(private readonly database: Database) {}

  /** @throws AppError `tenant_not_found` (404) for a tenant the actor does not operate. */
  async get(actor: Actor, tenantId: string): Promise<PaymentMethodView> {
    if (!scopeIds(actor, 'operator').includes(tenantId)) throw new AppError(billingErrors.tenant_not_found);
    return this.of(tenantId);
  }

  /** The card of a tenant or author organization, by its id. */
  async of(payerId: string): Promise<PaymentMethodView> {
    const [row] = await this.database.query<Row>(
      'select brand, last4, exp_month, exp_year, payment_method_id, collected_by from billing.tenant_customers where tenant_id = $1',
      [payerId],
    );
    return {
      brand: row?.brand ?? null,
      last4: row?.last4 ?? null,
      exp_month: row?.exp_month ?? null,
      exp_year: row?.exp_year ?? null,
      collected_by: row?.collected_by ?? 'portal',
      ready: row?.collected_by === 'host' || (row?.payment_method_id ?? null) !== null,
    };
  }
}
