import { Injectable } from '@nestjs/common';
import { PaidInstallGate } from '@portal/installs';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { Policies } from '../policies/policies.js';
import { BillingDetailsEntity } from './card.entity.js';
import { CustomersRepository } from './customers.repository.js';
import { TenantSuspensionsRepository } from '../segments/tenant-suspensions.repository.js';

/** A tenant pays in arrears, so a paid install requires a card that can be charged later, or a host that collects. */
@Injectable()
export class SavedCardGate extends PaidInstallGate {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly policies: Policies,
  ) {
    super();
  }

  /**
   * Returns the first of `tenant_suspended`, `capability_off` (403), `billing_details_required`, `payment_method_required` (409) that applies.
   */
  async refusals(tx: Tx, { tenantId }: { tenantId: string }): Promise<AppError[]> {
    const refusals: AppError[] = [];
    const owes = await this.suspensions.whyNot(tx, tenantId, 'install_paid');
    if (owes) refusals.push(owes);
    const customer = await this.customers.find(tx, tenantId);
    const { provider } = await this.policies.at(tx, 'tax', tx.now);
    if (provider !== 'none' && !(await tx.manager.existsBy(BillingDetailsEntity, { tenantId })))
      refusals.push(new AppError(billingErrors.billing_details_required));
    if (!customer?.paymentMethodId && customer?.collectedBy !== 'host')
      refusals.push(new AppError(billingErrors.payment_method_required));
    return refusals;
  }
}
