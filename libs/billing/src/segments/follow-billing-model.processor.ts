import { Injectable } from '@nestjs/common';
import { BillingModelChanged } from '@portal/listings';
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform';
import { FollowBillingModel } from './follow-billing-model.js';

type Changed = typeof BillingModelChanged extends EventType<infer P> ? P : never;

@Injectable()
export class FollowBillingModelProcessor extends EventProcessor<Changed> {
  readonly event = BillingModelChanged;
  readonly consumer = 'billing.follow-billing-model';
  override readonly lane = 'money';

  constructor(private readonly follow: FollowBillingModel) {
    super();
  }

  async handle(told: Changed, { eventId }: DeliveryContext): Promise<void> {
    await this.follow.execute({
      eventId,
      driveId: told.drive_id,
      model: told.model,
      effectiveFrom: new Date(told.effective_from),
    });
  }
}
