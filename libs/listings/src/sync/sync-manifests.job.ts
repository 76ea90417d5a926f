import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { PollManifests } from './poll-manifests.js';

@Injectable()
export class SyncManifestsJob extends ScheduledJob {
  readonly name = 'listings.sync-manifests';

  constructor(private readonly poll: PollManifests) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.poll.execute(stopping);
  }
}
