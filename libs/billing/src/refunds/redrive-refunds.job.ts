import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RedriveRefunds } from './redrive-refunds.js';

@Injectable()
export class RedriveRefundsJob extends ScheduledJob {
  readonly name = 'billing.redrive-refunds';

  constructor(private readonly redrive: RedriveRefunds) {
    super();
  }

  async run(): Promise<void> {
    await this.redrive.execute();
  }
}
