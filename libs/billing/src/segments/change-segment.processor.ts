import { Injectable } from '@nestjs/common';
import { InstallUpgraded } from '@portal/installs';
import { parseMinor } from '@portal/kernel';
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { ChangeSegment } from './change-segment.js';

type Upgraded = typeof InstallUpgraded extends EventType<infer P> ? P : never;

@Injectable()
export class ChangeSegmentProcessor extends EventProcessor<Upgraded> {
  readonly event = InstallUpgraded;
  readonly consumer = 'billing.change-segment';
  override readonly queue = 'money';

  constructor(private readonly change: ChangeSegment) {
    super();
  }

  async handle(event: Upgraded, { eventId }: DeliveryContext): Promise<void> {
    await this.change.execute({
      eventId,
      installId: event.install_id,
      priceId: event.price_id,
      amountMinor: parseMinor(event.amount_minor),
      currency: event.currency,
      upgradedAt: new Date(event.upgraded_at),
    });
  }
}
