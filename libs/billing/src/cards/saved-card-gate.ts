import { Injectable } from '@nestjs/common';
import { PaidInstallGate } from '@portal/installs';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { Policies } from '../policies/policies.js';
import { CustomersRepository } from './customers.repository.js';
import { SuspensionsRepository } from '../segments/suspensions.repository.js';

/** A tenant pays afterwards, so a paid install needs a card that can be charged then. */
@Injectable()
export class SavedCardGate extends PaidInstallGate {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly suspensions: SuspensionsRepository,
    private readonly policies: Policies,
  ) {
    super();
  }

  /** @throws AppError `payment_method_required`, `billing_details_required`, `tenant_suspended` (409) */
  async assertMayInstall(tx: Tx, { tenantId }: { tenantId: string }): Promise<void> {
    if (await this.suspensions.isSuspended(tx, tenantId)) throw new AppError(billingErrors.tenant_suspended);
    const customer = await this.customers.find(tx, tenantId);
    const { provider } = await this.policies.at(tx, 'tax', tx.now);
    if (provider !== 'none' && !(await this.customers.hasAddress(tx, tenantId)))
      throw new AppError(billingErrors.billing_details_required);
    if (!customer?.payment_method_id) throw new AppError(billingErrors.payment_method_required);
  }
}
