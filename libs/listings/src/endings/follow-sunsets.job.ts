import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform';
import { FollowSunsets } from './follow-sunsets.js';

@Injectable()
export class FollowSunsetsJob extends ScheduledJob {
  readonly name = 'listings.follow-sunsets';

  constructor(private readonly follow: FollowSunsets) {
    super();
  }

  async run(): Promise<void> {
    await this.follow.execute();
  }
}
