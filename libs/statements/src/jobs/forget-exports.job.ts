import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetExports } from '../forget-exports.js';

@Injectable()
export class ForgetExportsJob extends ScheduledJob {
  readonly name = 'statements.forget-exports';

  constructor(private readonly forget: ForgetExports) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
