import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { Concerns, WebhookEventType } from './domain/event-catalogue.js';
import { MessagesRepository } from './persistence/messages.repository.js';

interface WebhookFact {
  /** Id of the event; an event that is delivered twice is sent once. */
  eventId: string;
  type: WebhookEventType;
  concerns: Concerns;
  data: object;
}

/**
 * Queues a message for every webhook that subscribes to the event, in the caller's transaction. Events may arrive out
 * of order, so a message has the date of its event.
 */
@Injectable()
export class NotifyWebhooks {
  constructor(private readonly messages: MessagesRepository) {}

  /**
   * @param only this webhook, whatever it subscribes to, after a delay in milliseconds. Returns how many messages are
   *   queued.
   */
  async execute(
    tx: Tx,
    { eventId, type, concerns, data }: WebhookFact,
    only?: { endpointId: string; delayMs: number },
  ): Promise<number> {
    const happenedAt = (only === undefined ? await this.messages.happenedAt(tx, eventId) : undefined) ?? tx.now;
    const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data });
    return this.messages.add(tx, { eventId, type, body, concerns, ...only });
  }
}
