import { Injectable } from '@nestjs/common';
import { PaidInstallGate } from '@portal/installs';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform';
import { billingErrors } from './errors.js';
import { CustomersRepository } from './persistence/customers.repository.js';
import { SuspensionsRepository } from './persistence/suspensions.repository.js';

/** A tenant pays afterwards, so a paid install needs a card that can be charged then. */
@Injectable()
export class SavedCardGate extends PaidInstallGate {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly suspensions: SuspensionsRepository,
  ) {
    super();
  }

  /** @throws AppError `payment_method_required`, `tenant_suspended` (409) */
  async assertMayInstall(tx: Tx, { tenantId }: { tenantId: string }): Promise<void> {
    if (await this.suspensions.isSuspended(tx, tenantId)) throw new AppError(billingErrors.tenant_suspended);
    const customer = await this.customers.find(tx, tenantId);
    if (!customer?.payment_method_id) throw new AppError(billingErrors.payment_method_required);
  }
}
