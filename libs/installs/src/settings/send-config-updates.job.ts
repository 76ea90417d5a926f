import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SendConfigUpdates } from './send-config-updates.js';

@Injectable()
export class SendConfigUpdatesJob extends ScheduledJob {
  readonly name = 'installs.send-config-updates';

  constructor(private readonly updates: SendConfigUpdates) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.updates.execute(stopping);
  }
}
