import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { CloseKeysOfLeft } from './close-keys-of-left.js';

@Injectable()
export class CloseKeysOfLeftJob extends ScheduledJob {
  readonly name = 'installs.close-keys-of-left';

  constructor(private readonly keys: CloseKeysOfLeft) {
    super();
  }

  async run(): Promise<void> {
    await this.keys.execute();
  }
}
