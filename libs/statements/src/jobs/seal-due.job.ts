import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SealMonth } from '../seal-month.js';

/** When a run is cancelled, the next month can become due without an event. */
@Injectable()
export class SealDueJob extends ScheduledJob {
  readonly name = 'statements.seal-due';

  constructor(private readonly seal: SealMonth) {
    super();
  }

  async run(): Promise<void> {
    await this.seal.execute();
  }
}
