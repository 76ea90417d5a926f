import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetDeliveries } from '../forget-deliveries.js';

@Injectable()
export class ForgetDeliveriesJob extends ScheduledJob {
  readonly name = 'installs.forget-deliveries';

  constructor(private readonly forget: ForgetDeliveries) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
