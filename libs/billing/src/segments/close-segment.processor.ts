import { Injectable } from '@nestjs/common';
import { InstallEnded } from '@portal/installs';
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { CloseSegment } from './close-segment.js';

type Ended = typeof InstallEnded extends EventType<infer P> ? P : never;

@Injectable()
export class CloseSegmentProcessor extends EventProcessor<Ended> {
  readonly event = InstallEnded;
  readonly consumer = 'billing.close-segment';
  override readonly queue = 'money';

  constructor(private readonly close: CloseSegment) {
    super();
  }

  async handle(event: Ended, { eventId }: DeliveryContext): Promise<void> {
    await this.close.execute({ eventId, installId: event.install_id, endedAt: new Date(event.ended_at) });
  }
}
