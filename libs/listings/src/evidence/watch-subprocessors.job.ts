import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { WatchSubprocessors } from './watch-subprocessors.js';

@Injectable()
export class WatchSubprocessorsJob extends ScheduledJob {
  readonly name = 'listings.watch-subprocessors';

  constructor(private readonly watch: WatchSubprocessors) {
    super();
  }

  run(): Promise<void> {
    return this.watch.execute();
  }
}
