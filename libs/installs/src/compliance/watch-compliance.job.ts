import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ActOnLapses } from './act-on-lapses.js';
import { ReconcileLapses } from './reconcile-lapses.js';

@Injectable()
export class WatchComplianceJob extends ScheduledJob {
  readonly name = 'installs.watch-compliance';

  constructor(
    private readonly reconcile: ReconcileLapses,
    private readonly act: ActOnLapses,
  ) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.reconcile.execute();
    await this.act.execute(stopping);
    await this.reconcile.announceAgreements();
  }
}
