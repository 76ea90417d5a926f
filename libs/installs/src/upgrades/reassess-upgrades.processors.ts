import { Injectable } from '@nestjs/common';
import { EvidenceChanged } from '@portal/listings';
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

@Injectable()
export class ReassessUpgradesOfDriveProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = EvidenceChanged;
  readonly consumer = 'installs.reassess-upgrades-of-drive';

  constructor(private readonly reassess: ReassessUpgrades) {
    super();
  }

  async handle({ drive_id }: { drive_id: string }): Promise<void> {
    await this.reassess.executeForDrive(drive_id);
  }
}
