import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RemindOverlaps } from './remind-overlaps.js';

@Injectable()
export class RemindOverlapsJob extends ScheduledJob {
  readonly name = 'secrets.remind-overlaps';

  constructor(private readonly remind: RemindOverlaps) {
    super();
  }

  run(): Promise<void> {
    return this.remind.execute();
  }
}
