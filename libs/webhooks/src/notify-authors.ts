import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { AuthorEventType } from './domain/event-catalogue.js';
import { MessagesRepository } from './persistence/messages.repository.js';

interface AuthorEvent {
  /** Of the fact that it is told about: told twice, it is sent once. */
  eventId: string;
  type: AuthorEventType;
  /** Whom it concerns; null: everybody. */
  orgId: string | null;
  data: object;
}

/**
 * Writes a message for every webhook that asks for the event, in the caller's transaction. Facts may be told in another
 * order than they happened, so a message is dated by its fact.
 */
@Injectable()
export class NotifyAuthors {
  constructor(private readonly messages: MessagesRepository) {}

  /** @param only this webhook, whatever it asks for, and not before so many milliseconds. Returns how many messages wait now. */
  async execute(
    tx: Tx,
    { eventId, type, orgId, data }: AuthorEvent,
    only?: { endpointId: string; delayMs: number },
  ): Promise<number> {
    const happenedAt = (only === undefined ? await this.messages.happenedAt(tx, eventId) : undefined) ?? tx.now;
    const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data });
    return this.messages.add(tx, { eventId, type, body, orgId, ...only });
  }
}
