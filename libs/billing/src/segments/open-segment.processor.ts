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

  async handle(told: Activated, { eventId }: DeliveryContext): Promise<void> {
    await this.open.execute({
      eventId,
      installId: told.install_id,
      tenantId: told.tenant_id,
      ventureId: told.venture_id,
      driveId: told.drive_id,
      orgId: told.org_id,
      priceId: told.price_id,
      amountMinor: parseMinor(told.amount_minor),
      currency: told.currency,
      trialDays: told.trial_days ?? 0,
      activatedAt: new Date(told.activated_at),
    });
  }
}
