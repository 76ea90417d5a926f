import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { BeginSuspension } from './begin-suspension.js';
import { BillingMails } from './billing-mails.js';
import { ResumeTenant } from './resume-tenant.js';
import { PaymentsRepository } from './payments.repository.js';
import { TenantSuspensionsRepository } from '../segments/tenant-suspensions.repository.js';

const BATCH = 200;

/**
 * Suspends tenants whose grace period is over: their paid installs are no longer charged and stop, but keep their data.
 * Free installs continue.
 */
@Injectable()
export class SuspendTenants {
  constructor(
    private readonly transactor: Transactor,
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly payments: PaymentsRepository,
    private readonly begin: BeginSuspension,
    private readonly resume: ResumeTenant,
    private readonly mails: BillingMails,
  ) {}

  /** Returns how many were suspended. */
  async execute(): Promise<number> {
    const due = await this.transactor.run((tx) => this.suspensions.due(tx, BATCH));
    let suspended = 0;
    for (const one of due) if (await this.suspend(one)) suspended += 1;
    await this.resumeSettled();
    return suspended;
  }

  /** Resumes tenants whose overdue invoices were settled by a credit note instead of a payment. */
  private async resumeSettled(): Promise<void> {
    for (const invoiceId of await this.transactor.run((tx) => this.suspensions.settled(tx, BATCH)))
      await this.transactor.run(async (tx) => {
        const invoice = await this.payments.lockInvoice(tx, invoiceId);
        if (invoice) await this.resume.execute(tx, invoice);
      });
  }

  private async suspend({ tenantId, invoiceId }: { tenantId: string; invoiceId: string }): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      // Locked in the order of a payment, so that the second of the two sees what the first did.
      const invoice = await this.payments.lockInvoice(tx, invoiceId);
      if (invoice?.state !== 'past_due') return false;
      if (!(await this.begin.execute(tx, { tenantId, invoiceId }))) return false;
      await this.mails.suspended(tx, invoice);
      await tx.audit(SYSTEM_ACTOR, 'tenant.suspended', ['tenant', tenantId], {
        after: { invoice: invoice.number },
      });
      return true;
    });
  }
}
