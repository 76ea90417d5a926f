import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RollUpHistory } from './roll-up-history.js';

@Injectable()
export class RollUpHistoryJob extends ScheduledJob {
  readonly name = 'installs.roll-up-history';

  constructor(private readonly rollUp: RollUpHistory) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.rollUp.execute(stopping);
  }
}
