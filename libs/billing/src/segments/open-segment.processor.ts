import { Injectable } from '@nestjs/common';
import { parseMinor } from '@portal/kernel';
import { InstallActivated } from '@portal/installs';
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { OpenSegment } from './open-segment.js';

type Activated = typeof InstallActivated extends EventType<infer P> ? P : never;

@Injectable()
export class OpenSegmentProcessor extends EventProcessor<Activated> {
  readonly event = InstallActivated;
  readonly consumer = 'billing.open-segment';
  override readonly queue = 'money';

  constructor(private readonly open: OpenSegment) {
    super();
  }

  async handle(event: Activated, { eventId }: DeliveryContext): Promise<void> {
    await this.open.execute({
      eventId,
      installId: event.install_id,
      tenantId: event.tenant_id,
      ventureId: event.venture_id,
      driveId: event.drive_id,
      orgId: event.org_id,
      priceId: event.price_id,
      amountMinor: parseMinor(event.amount_minor),
      currency: event.currency,
      trialDays: event.trial_days ?? 0,
      activatedAt: new Date(event.activated_at),
    });
  }
}
