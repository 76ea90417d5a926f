import { Injectable } from '@nestjs/common';
import { TenantSuspended } from '@portal/installs';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { SegmentsRepository } from '../segments/segments.repository.js';
import { TenantSuspensionsRepository } from '../segments/tenant-suspensions.repository.js';

/** Ends the paid segments of a tenant from now on, until `ResumeTenant` opens them again. */
@Injectable()
export class BeginSuspension {
  constructor(
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly segments: SegmentsRepository,
    private readonly ids: Ids,
  ) {}

  /** Because of an invoice that `tx` has locked. False when the tenant is suspended already. */
  async execute(tx: Tx, { tenantId, invoiceId }: { tenantId: string; invoiceId: string }): Promise<boolean> {
    await this.segments.changeTenantStatus(tx, { tenantId });
    const id = this.ids.next();
    if (!(await this.suspensions.begin(tx, { id, tenantId, invoiceId }))) return false;
    for (const segment of await this.segments.lockPaidOfTenant(tx, tenantId))
      await this.segments.end(tx, segment.id, tx.now, id);
    await tx.emit(TenantSuspended, { tenant_id: tenantId, suspended_at: tx.now.toISOString() });
    return true;
  }
}
