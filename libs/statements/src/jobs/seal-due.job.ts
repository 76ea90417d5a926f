import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SealMonth } from '../seal-month.js';

/** Months whose run was given up leave the next one due without an event of its own. */
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
