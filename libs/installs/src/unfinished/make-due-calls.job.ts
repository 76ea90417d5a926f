import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { MakeDueCalls } from './make-due-calls.js';

@Injectable()
export class MakeDueCallsJob extends ScheduledJob {
  readonly name = 'installs.make-due-calls';

  constructor(private readonly calls: MakeDueCalls) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.calls.execute(stopping);
  }
}
