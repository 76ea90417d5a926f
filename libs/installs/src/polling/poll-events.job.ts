import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { PollInstalls } from './poll-installs.js';

@Injectable()
export class PollEventsJob extends ScheduledJob {
  readonly name = 'installs.poll-events';

  constructor(private readonly poll: PollInstalls) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.poll.execute('usual', stopping);
  }
}

/** Concurrent with the other one, which so ends without waiting for Drives that hang. */
@Injectable()
export class PollSlowDrivesJob extends ScheduledJob {
  readonly name = 'installs.poll-slow-drives';

  constructor(private readonly poll: PollInstalls) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.poll.execute('slow', stopping);
  }
}
