import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform';
import { CollectDue } from '../collect-due.js';

@Injectable()
export class CollectDueJob extends ScheduledJob {
  readonly name = 'billing.collect-due';

  constructor(private readonly collect: CollectDue) {
    super();
  }

  async run(): Promise<void> {
    await this.collect.execute();
  }
}
