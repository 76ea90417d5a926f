import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform';
import { FollowBank } from './follow-bank.js';

@Injectable()
export class FollowBankJob extends ScheduledJob {
  readonly name = 'payouts.follow-bank';

  constructor(private readonly bank: FollowBank) {
    super();
  }

  async run(): Promise<void> {
    await this.bank.all();
  }
}
