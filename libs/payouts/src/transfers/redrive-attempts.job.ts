import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RedriveAttempts } from './redrive-attempts.js';

@Injectable()
export class RedriveAttemptsJob extends ScheduledJob {
  readonly name = 'payouts.redrive-attempts';

  constructor(private readonly redrive: RedriveAttempts) {
    super();
  }

  async run(): Promise<void> {
    await this.redrive.execute();
  }
}
