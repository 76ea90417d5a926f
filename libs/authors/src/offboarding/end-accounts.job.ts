import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { EndAccounts } from './end-accounts.js';

@Injectable()
export class EndAccountsJob extends ScheduledJob {
  readonly name = 'authors.end-accounts';

  constructor(private readonly end: EndAccounts) {
    super();
  }

  async run(): Promise<void> {
    await this.end.execute();
  }
}
