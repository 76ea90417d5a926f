import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { CollectDue } from './collect-due.js';
import { SuspendTenants } from './suspend-tenants.js';

@Injectable()
export class CollectDueJob extends ScheduledJob {
  readonly name = 'billing.collect-due';

  constructor(
    private readonly collect: CollectDue,
    private readonly suspend: SuspendTenants,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.collect.execute();
    await this.suspend.execute();
  }
}
