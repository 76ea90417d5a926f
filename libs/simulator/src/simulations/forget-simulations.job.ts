import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { ForgetSimulations } from './forget-simulations.js';

@Injectable()
export class ForgetSimulationsJob extends ScheduledJob {
  readonly name = 'simulator.forget-simulations';

  constructor(private readonly forget: ForgetSimulations) {
    super();
  }

  async run(): Promise<void> {
    await this.forget.execute();
  }
}
