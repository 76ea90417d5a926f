import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { DeliverEvents } from '../deliver-events.js';

@Injectable()
export class DeliverEventsJob extends ScheduledJob {
  readonly name = 'installs.deliver-events';

  constructor(private readonly deliver: DeliverEvents) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.deliver.execute(stopping);
  }
}
