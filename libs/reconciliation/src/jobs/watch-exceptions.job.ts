import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { WatchExceptions } from '../watch-exceptions.js';

@Injectable()
export class WatchExceptionsJob extends ScheduledJob {
  readonly name = 'reconciliation.watch-exceptions';

  constructor(private readonly watch: WatchExceptions) {
    super();
  }

  async run(): Promise<void> {
    await this.watch.execute();
  }
}
