import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { CheckSeals } from '../check-seals.js';

@Injectable()
export class CheckSealsJob extends ScheduledJob {
  readonly name = 'ledger.check-seals';

  constructor(private readonly check: CheckSeals) {
    super();
  }

  async run(): Promise<void> {
    await this.check.execute();
  }
}
