import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetValidations } from './forget-validations.js';

@Injectable()
export class ForgetValidationsJob extends ScheduledJob {
  readonly name = 'listings.forget-validations';

  constructor(private readonly forget: ForgetValidations) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
