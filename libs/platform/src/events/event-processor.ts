import type { Tx } from '../database/tx.js';
import type { EventType } from './event-type.js';

/** Queues by nature of the work, so that slow Drives never hold up bookkeeping. */
export const QUEUE_NAMES = ['events', 'drives', 'money'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export interface DeliveryContext {
  readonly eventId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /**
   * Runs `work` in a transaction together with the mark that this event was consumed: it takes effect exactly once.
   * Returns undefined when an earlier try had already committed.
   */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined>;
  /** Says that the Drive which was called gave no answer, where no `OutboundError` is thrown that says so. */
  unanswered?(): void;
}

/**
 * Consumes one kind of event. Called at least once per event: what it does must be harmless when repeated (compare the
 * state, or use `ctx.once`). Throwing means try again later; throwing `GiveUp` parks the delivery for a person.
 */
export abstract class EventProcessor<P extends object = object> {
  abstract readonly event: EventType<P>;
  /** Stable name, `<lib>.<use-case>`: together with the event's id it identifies the delivery. */
  abstract readonly consumer: string;
  readonly queue: QueueName = 'events';

  /** False: the event is none of its business, and no delivery is made. Judged from the payload alone, by a relay. */
  wants(_payload: P): boolean {
    return true;
  }

  /**
   * The Drive that it will call: of one Drive, and of one author, only so many are handled at once, and a Drive that does
   * not answer is left alone for a while. Undefined when it calls none.
   */
  driveOf(_payload: P): Promise<string | undefined> | string | undefined {
    return undefined;
  }

  abstract handle(payload: P, context: DeliveryContext): Promise<void>;
}

/** No further try makes sense; the delivery is parked as failed, visible and re-drivable. */
export class GiveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GiveUp';
  }
}
