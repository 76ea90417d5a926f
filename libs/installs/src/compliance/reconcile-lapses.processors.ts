import { Injectable } from '@nestjs/common';
import { EvidenceChanged } from '@portal/listings';
import { EventProcessor } from '@portal/platform/events';
import { TenantComplianceChanged } from '../events.js';
import { ReconcileLapses } from './reconcile-lapses.js';

@Injectable()
export class ReconcileLapsesOfTenantProcessor extends EventProcessor<{ tenant_id: string }> {
  readonly event = TenantComplianceChanged;
  readonly consumer = 'installs.reconcile-lapses-of-tenant';

  constructor(private readonly reconcile: ReconcileLapses) {
    super();
  }

  async handle({ tenant_id: tenantId }: { tenant_id: string }): Promise<void> {
    await this.reconcile.execute({ tenantId });
  }
}

@Injectable()
export class ReconcileLapsesOfDriveProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = EvidenceChanged;
  readonly consumer = 'installs.reconcile-lapses-of-drive';

  constructor(private readonly reconcile: ReconcileLapses) {
    super();
  }

  async handle({ drive_id: driveId }: { drive_id: string }): Promise<void> {
    await this.reconcile.execute({ driveId });
  }
}
