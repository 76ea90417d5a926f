import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ReleaseHolds } from './release-holds.js';

@Injectable()
export class ReleaseHoldsJob extends ScheduledJob {
  readonly name = 'payouts.release-holds';

  constructor(private readonly releases: ReleaseHolds) {
    super();
  }

  async run(): Promise<void> {
    await this.releases.execute();
  }
}
