import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { TenantResumed, TenantSuspended } from '../events.js';
import { SyncTenantStatus } from './sync-tenant-status.js';

type Suspended = NonNullable<(typeof TenantSuspended)['payload']>;
type Resumed = NonNullable<(typeof TenantResumed)['payload']>;

@Injectable()
export class TenantSuspendedProcessor extends EventProcessor<Suspended> {
  readonly event = TenantSuspended;
  readonly consumer = 'installs.tenant-suspended';

  constructor(private readonly sync: SyncTenantStatus) {
    super();
  }

  async handle({ tenant_id, suspended_at }: Suspended): Promise<void> {
    await this.sync.execute({ tenantId: tenant_id, suspended: true, at: new Date(suspended_at) });
  }
}

@Injectable()
export class TenantResumedProcessor extends EventProcessor<Resumed> {
  readonly event = TenantResumed;
  readonly consumer = 'installs.tenant-resumed';

  constructor(private readonly sync: SyncTenantStatus) {
    super();
  }

  async handle({ tenant_id, resumed_at }: Resumed): Promise<void> {
    await this.sync.execute({ tenantId: tenant_id, suspended: false, at: new Date(resumed_at) });
  }
}
