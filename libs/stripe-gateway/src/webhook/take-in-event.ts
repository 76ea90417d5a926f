import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { StripeEventReceived } from '../events.js';
import type { ProviderEvent } from './parse-event.js';
import { ProviderEventsRepository } from './persistence/provider-events.repository.js';

/** Stores an event in the inbox and emits it, once, whether it was received or fetched. */
@Injectable()
export class TakeInEvent {
  constructor(
    private readonly events: ProviderEventsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** True when the event was new. */
  async execute(tx: Tx, event: ProviderEvent, via: 'webhook' | 'backfill'): Promise<boolean> {
    if (!(await this.events.insertIfNew(tx, event, via))) return false;
    await this.outbox.emit(tx, StripeEventReceived, {
      event_id: event.eventId,
      type: event.type,
      object_id: event.objectId,
      ...(event.account === null ? {} : { account: event.account }),
    });
    return true;
  }
}
