import { Injectable, Module } from '@nestjs/common';
import { StatusRecord } from '@portal/platform/health';
import { ScheduledJob } from '@portal/platform/jobs';
import { BalanceGateway, StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { SeenFactsRepository } from './seen-facts.repository.js';

/** Records which parts work. That it runs is the proof that the queue does. */
@Injectable()
export class RecordStatusJob extends ScheduledJob {
  readonly name = 'worker.record-status';

  constructor(
    private readonly facts: SeenFactsRepository,
    private readonly provider: BalanceGateway,
    private readonly record: StatusRecord,
  ) {
    super();
  }

  async run(): Promise<void> {
    const { plugins, ...seen } = await this.facts.read();
    const payments = await this.provider.balances().then(
      () => false,
      () => true,
    );
    await this.record.save('queue', { ...seen, payments, ...(plugins !== null && { plugins }) });
  }
}

@Module({ imports: [StripeGatewayCoreModule], providers: [SeenFactsRepository, RecordStatusJob] })
export class StatusModule {}
