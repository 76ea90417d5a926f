import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { CloseMonth } from './close-month.js';
import { PeriodCloseRequested } from '../events.js';

@Injectable()
export class CloseMonthProcessor extends EventProcessor<{ month: string }> {
  readonly event = PeriodCloseRequested;
  readonly consumer = 'billing.close-month';
  override readonly queue = 'money';

  constructor(private readonly close: CloseMonth) {
    super();
  }

  async handle({ month }: { month: string }): Promise<void> {
    await this.close.execute(month);
  }
}
