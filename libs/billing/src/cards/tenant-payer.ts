import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { PaymentGateway } from '@portal/stripe-gateway';
import { billingErrors } from '../errors.js';
import { InstallNames } from '../segments/install-names.js';
import type { TenantPayerView } from '../invoicing/http/billing.view.js';
import { CustomersRepository, type CollectedBy } from './customers.repository.js';
import { keepCard } from './keep-card.js';
import { PaymentMethod } from './payment-method.js';

/** Either who collects, or the customer of our payment account whose default card is charged. */
export interface NewPayer {
  readonly collectedBy: CollectedBy;
  readonly customerId?: string | undefined;
}

/** The host says how a tenant pays: by the card of a customer that it has at the same provider account, or through itself. */
@Injectable()
export class TenantPayer {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomersRepository,
    private readonly gateway: PaymentGateway,
    private readonly names: InstallNames,
    private readonly method: PaymentMethod,
    private readonly ids: Ids,
  ) {}

  /**
   * Repeating it changes nothing. Open invoices are charged, or left to the host, from now on.
   * @throws AppError `tenant_not_found` (404), `payer_customer_unknown`, `payer_customer_no_card` (422),
   *   `payer_customer_set`, `payer_customer_taken` (409), `payment_provider_unavailable` (503)
   */
  async set(actor: Actor, tenantId: string, { collectedBy, customerId }: NewPayer): Promise<void> {
    if ((await this.names.tenant(tenantId)) === undefined) throw new AppError(billingErrors.tenant_not_found);
    const card = customerId === undefined ? null : await this.gateway.defaultCard(customerId);
    if (card === undefined) throw new AppError(billingErrors.payer_customer_unknown);
    if (customerId !== undefined && card === null) throw new AppError(billingErrors.payer_customer_no_card);
    const refusals = { tenant_customers_customer_id_key: billingErrors.payer_customer_taken };
    try {
      await this.transactor.run(async (tx) => {
        const before = await this.customers.collect(tx, tenantId, collectedBy);
        if (card !== null && customerId !== undefined) {
          if ((await this.customers.keepCustomer(tx, tenantId, customerId)) !== customerId)
            throw new AppError(billingErrors.payer_customer_set);
          const { paymentMethodId: paymentMethod } = card;
          const { paymentMethodId: kept } = (await this.customers.find(tx, tenantId))!;
          if (kept !== paymentMethod) {
            const id = this.ids.next();
            await this.customers.beginSave(tx, { id, tenantId, paymentMethod, userId: actor.userId });
            await this.customers.endSave(tx, id, 'saved', null);
            await keepCard(tx, actor, tenantId, card);
          }
        }
        if (before === collectedBy) return;
        await this.customers.dueFrom(tx, tenantId, collectedBy);
        const change = { before: { collected_by: before }, after: { collected_by: collectedBy } };
        await tx.audit(actor, 'tenant.payer_set', ['tenant', tenantId], change);
      });
    } catch (error) {
      throw refusalOf(error, refusals);
    }
  }

  /** @throws AppError `tenant_not_found` (404) */
  async get(tenantId: string): Promise<TenantPayerView> {
    if ((await this.names.tenant(tenantId)) === undefined) throw new AppError(billingErrors.tenant_not_found);
    const found = await this.transactor.run((tx) => this.customers.find(tx, tenantId));
    return { customer: found?.customerId ?? null, ...(await this.method.of(tenantId)) };
  }
}
