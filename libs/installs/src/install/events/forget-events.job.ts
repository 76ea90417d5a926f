import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetEvents } from './forget-events.js';

@Injectable()
export class ForgetEventsJob extends ScheduledJob {
  readonly name = 'installs.forget-events';

  constructor(private readonly forget: ForgetEvents) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.forget.execute(stopping);
  }
}
