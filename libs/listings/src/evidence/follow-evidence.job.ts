import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform';
import { FollowEvidence } from './follow-evidence.js';

@Injectable()
export class FollowEvidenceJob extends ScheduledJob {
  readonly name = 'listings.follow-evidence';

  constructor(private readonly follow: FollowEvidence) {
    super();
  }

  async run(): Promise<void> {
    await this.follow.execute();
  }
}
