import { Injectable } from '@nestjs/common';
import { TenantSuspended } from '@portal/installs';
import { Ids } from '@portal/kernel';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { BillingMails } from './billing-mails.js';
import { ResumeTenant } from './resume-tenant.js';
import { PaymentsRepository } from './payments.repository.js';
import { SegmentsRepository } from '../segments/segments.repository.js';
import { SuspensionsRepository } from './suspensions.repository.js';

const BATCH = 200;

/**
 * Suspends tenants whose grace is over: their paid installs stop being charged for and stand still, and keep everything
 * they have. Free installs go on.
 */
@Injectable()
export class SuspendTenants {
  constructor(
    private readonly transactor: Transactor,
    private readonly suspensions: SuspensionsRepository,
    private readonly payments: PaymentsRepository,
    private readonly segments: SegmentsRepository,
    private readonly resume: ResumeTenant,
    private readonly mails: BillingMails,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Returns how many were suspended. */
  async execute(): Promise<number> {
    const due = await this.transactor.run((tx) => this.suspensions.due(tx, BATCH));
    let suspended = 0;
    for (const one of due) if (await this.suspend(one)) suspended += 1;
    await this.resumeSettled();
    return suspended;
  }

  /** What stood in the way was settled without a payment, by a credit note. */
  private async resumeSettled(): Promise<void> {
    for (const invoiceId of await this.transactor.run((tx) => this.suspensions.settled(tx, BATCH)))
      await this.transactor.run(async (tx) => {
        const invoice = await this.payments.lockInvoice(tx, invoiceId);
        if (invoice) await this.resume.execute(tx, invoice);
      });
  }

  private async suspend({ tenantId, invoiceId }: { tenantId: string; invoiceId: string }): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      // Locked as a payment would lock it: whoever comes second sees what the first one did.
      const invoice = await this.payments.lockInvoice(tx, invoiceId);
      if (invoice?.state !== 'past_due') return false;
      await this.segments.changeStanding(tx, { tenantId });
      const id = this.ids.next();
      if (!(await this.suspensions.begin(tx, { id, tenantId, invoiceId }))) return false;
      for (const segment of await this.segments.lockPaidOfTenant(tx, tenantId))
        await this.segments.end(tx, segment.id, tx.now, id);
      await this.outbox.emit(tx, TenantSuspended, { tenant_id: tenantId, suspended_at: tx.now.toISOString() });
      await this.mails.suspended(tx, invoice);
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'tenant.suspended',
        subjectType: 'tenant',
        subjectId: tenantId,
        after: { invoice: invoice.number },
      });
      return true;
    });
  }
}
