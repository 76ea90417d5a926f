import { Injectable } from '@nestjs/common';
import { TenantResumed } from '@portal/installs';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { BeginSegment } from '../segments/begin-segment.js';
import { BillingMails } from './billing-mails.js';
import type { InvoiceRow } from './payments.repository.js';
import { continued, SegmentsRepository } from '../segments/segments.repository.js';
import { TenantSuspensionsRepository } from '../segments/tenant-suspensions.repository.js';

/** Ends a tenant's suspension when the last invoice that caused it is paid. */
@Injectable()
export class ResumeTenant {
  constructor(
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly segments: SegmentsRepository,
    private readonly begin: BeginSegment,
    private readonly mails: BillingMails,
    private readonly ids: Ids,
  ) {}

  /**
   * Called in the transaction of the payment, after the invoice became paid. Every install continues at its pinned
   * price.
   */
  async execute(tx: Tx, invoice: InvoiceRow): Promise<void> {
    const tenantId = invoice.tenant_id;
    const suspension = await this.suspensions.lockOpen(tx, tenantId);
    if (!suspension || (await this.suspensions.owesOverdue(tx, tenantId))) return;
    await this.suspensions.end(tx, suspension.id);
    for (const segment of await this.segments.endedBySuspension(tx, suspension.id)) {
      const free = segment.price_id_now === null || segment.amount_now === '0';
      await this.begin.execute(tx, {
        id: this.ids.next(),
        ...continued(segment),
        currency: segment.currency_now,
        priceId: free ? null : segment.price_id_now,
        amountMinor: free ? 0n : BigInt(segment.amount_now),
        startedAt: tx.now,
        eventId: this.ids.next(),
      });
    }
    await tx.emit(TenantResumed, { tenant_id: tenantId, resumed_at: tx.now.toISOString() });
    await this.mails.resumed(tx, invoice);
    await tx.audit(SYSTEM_ACTOR, 'tenant.resumed', ['tenant', tenantId], {
      after: { invoice: invoice.number },
    });
  }
}
