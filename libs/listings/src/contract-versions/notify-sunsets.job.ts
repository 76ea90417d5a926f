import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { NotifySunsets } from './notify-sunsets.js';

@Injectable()
export class NotifySunsetsJob extends ScheduledJob {
  readonly name = 'listings.notify-sunsets';

  constructor(private readonly notify: NotifySunsets) {
    super();
  }

  run(): Promise<void> {
    return this.notify.execute();
  }
}
