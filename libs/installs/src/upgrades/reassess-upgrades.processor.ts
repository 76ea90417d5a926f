import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { TenantComplianceChanged } from '../events.js';
import { ReassessUpgrades } from './reassess-upgrades.js';

@Injectable()
export class ReassessUpgradesProcessor extends EventProcessor<{ tenant_id: string }> {
  readonly event = TenantComplianceChanged;
  readonly consumer = 'installs.reassess-upgrades';

  constructor(private readonly reassess: ReassessUpgrades) {
    super();
  }

  async handle({ tenant_id }: { tenant_id: string }): Promise<void> {
    await this.reassess.execute(tenant_id);
  }
}
