import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { AdvanceDeprecations } from './advance-deprecations.js';

@Injectable()
export class AdvanceDeprecationsJob extends ScheduledJob {
  readonly name = 'listings.advance-deprecations';

  constructor(private readonly advance: AdvanceDeprecations) {
    super();
  }

  async run(): Promise<void> {
    await this.advance.execute();
  }
}
