import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { RemoveFactors } from './remove-factors.js';

@Injectable()
export class RemoveFactorsJob extends ScheduledJob {
  readonly name = 'identity.remove-factors';

  constructor(private readonly remove: RemoveFactors) {
    super();
  }

  async run(): Promise<void> {
    await this.remove.execute();
  }
}
