import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ActOnLapses } from './act-on-lapses.js';
import { NotifyDueAgreements } from './notify-due-agreements.js';
import { ReconcileLapses } from './reconcile-lapses.js';

@Injectable()
export class WatchComplianceJob extends ScheduledJob {
  readonly name = 'installs.watch-compliance';

  constructor(
    private readonly reconcile: ReconcileLapses,
    private readonly act: ActOnLapses,
    private readonly notify: NotifyDueAgreements,
  ) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.reconcile.execute();
    await this.act.execute(stopping);
    await this.notify.execute();
  }
}
