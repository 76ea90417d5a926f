import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { CountPopularity } from './count-popularity.js';

@Injectable()
export class CountPopularityJob extends ScheduledJob {
  readonly name = 'listings.count-popularity';

  constructor(private readonly count: CountPopularity) {
    super();
  }

  async run(): Promise<void> {
    await this.count.execute();
  }
}
