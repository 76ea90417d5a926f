import { Injectable, Logger } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SettlementCurrencies } from '../client/settlement-currencies.js';
import { BackfillEvents } from '../webhook/backfill-events.js';
import { InboxHealth } from '../webhook/inbox-health.js';

@Injectable()
export class BackfillEventsJob extends ScheduledJob {
  readonly name = 'stripe-gateway.backfill-events';
  private readonly logger = new Logger(BackfillEventsJob.name);

  constructor(
    private readonly backfill: BackfillEvents,
    private readonly health: InboxHealth,
    private readonly settlement: SettlementCurrencies,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.settlement.refresh();
    const { found } = await this.backfill.execute();
    if (found > 0) this.logger.warn(`${found} events of the payment provider had not arrived and were fetched`);
    const { silent, missedSince, lastReceivedAt } = await this.health.read();
    if (silent) {
      this.logger.error(
        `the payment provider's events do not arrive: ${missedSince} fetched since the last one came (${lastReceivedAt?.toISOString() ?? 'never'})`,
      );
    }
  }
}
