import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SyncBankPayouts } from './sync-bank-payouts.js';

@Injectable()
export class SyncBankPayoutsJob extends ScheduledJob {
  readonly name = 'payouts.sync-bank-payouts';

  constructor(private readonly syncBank: SyncBankPayouts) {
    super();
  }

  async run(): Promise<void> {
    await this.syncBank.all();
  }
}
