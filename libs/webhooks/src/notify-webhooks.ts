import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { Concerns } from './domain/concerns.js';
import type { WebhookEventType } from './domain/event-catalogue.js';
import { MessagesRepository } from './persistence/messages.repository.js';

interface WebhookFact {
  /** Of the fact that it is told about: told twice, it is sent once. */
  eventId: string;
  type: WebhookEventType;
  concerns: Concerns;
  data: object;
}

/**
 * Writes a message for every webhook that asks for the event, in the caller's transaction. Facts may be told in another
 * order than they happened, so a message is dated by its fact.
 */
@Injectable()
export class NotifyWebhooks {
  constructor(private readonly messages: MessagesRepository) {}

  /** @param only this webhook, whatever it asks for, and not before so many milliseconds. Returns how many messages wait now. */
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
