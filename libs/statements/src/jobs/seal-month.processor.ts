import { Injectable } from '@nestjs/common';
import { RunFinished } from '@portal/payouts';
import { EventProcessor } from '@portal/platform/events';
import { SealMonth } from '../seal-month.js';

/** When a run has ended, seals its month and the months that waited for it. */
@Injectable()
export class SealMonthProcessor extends EventProcessor<{ run_id: string; state: string }> {
  readonly event = RunFinished;
  readonly consumer = 'statements.seal-month';
  override readonly queue = 'money' as const;

  constructor(private readonly seal: SealMonth) {
    super();
  }

  async handle(): Promise<void> {
    await this.seal.execute();
  }
}
