import { Injectable } from '@nestjs/common';
import { BillingModelChanged } from '@portal/listings';
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { SyncBillingModel } from './sync-billing-model.js';

type Changed = typeof BillingModelChanged extends EventType<infer P> ? P : never;

@Injectable()
export class SyncBillingModelProcessor extends EventProcessor<Changed> {
  readonly event = BillingModelChanged;
  readonly consumer = 'billing.sync-billing-model';
  override readonly queue = 'money';

  constructor(private readonly sync: SyncBillingModel) {
    super();
  }

  async handle(event: Changed, { eventId }: DeliveryContext): Promise<void> {
    await this.sync.execute({
      eventId,
      driveId: event.drive_id,
      model: event.model,
      effectiveFrom: new Date(event.effective_from),
    });
  }
}
