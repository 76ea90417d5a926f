import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RemindUpgrades } from './remind-upgrades.js';

@Injectable()
export class RemindUpgradesJob extends ScheduledJob {
  readonly name = 'installs.remind-upgrades';

  constructor(private readonly remind: RemindUpgrades) {
    super();
  }

  async run(): Promise<void> {
    await this.remind.execute();
  }
}
