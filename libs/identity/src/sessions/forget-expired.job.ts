import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetExpired } from './forget-expired.js';

@Injectable()
export class ForgetExpiredJob extends ScheduledJob {
  readonly name = 'identity.forget-expired';

  constructor(private readonly forget: ForgetExpired) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
