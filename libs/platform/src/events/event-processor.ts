import type { Provider, Type } from '@nestjs/common';
import type { Tx } from '../database/tx.js';
import type { EventType } from './event-type.js';

/** Queues by type of work, so that slow Drives do not delay bookkeeping. */
export const QUEUE_NAMES = ['events', 'drives', 'money'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export interface DeliveryContext {
  readonly eventId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /**
   * Runs `work` in a transaction together with the mark that this event was consumed, so that it takes effect exactly
   * once. Returns undefined when an earlier attempt has committed.
   */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined>;
  /** Reports that the called Drive did not answer, where no `OutboundError` is thrown. */
  unanswered?(): void;
}

/** `DeliveryContext.once` as a use case takes it, for work without a result. */
export type Once = (work: (tx: Tx) => Promise<void>) => Promise<unknown>;

/**
 * Consumes one type of event. Called at least once per event, so it must be idempotent (compare the state, or use
 * `ctx.once`). Throwing retries later; throwing `GiveUp` marks the delivery as failed for a person.
 */
export abstract class EventProcessor<P extends object = object> {
  abstract readonly event: EventType<P>;
  /** Stable name, `<lib>.<use-case>`; identifies the delivery together with the event's id. */
  abstract readonly consumer: string;
  readonly queue: QueueName = 'events';

  /** False: no delivery is created for the event. Decided by the payload alone, in a relay. */
  wants(_payload: P): boolean {
    return true;
  }

  /**
   * The Drive that it will call, to limit concurrent deliveries per Drive and author and to back off from a Drive that
   * does not answer. Undefined when it calls none.
   */
  driveOf(_payload: P): Promise<string | undefined> | string | undefined {
    return undefined;
  }

  abstract handle(payload: P, context: DeliveryContext): Promise<void>;
}

interface UseCaseConsumer<P extends object, U> {
  readonly event: EventType<P>;
  /** Stable name, `<lib>.<use-case>`. */
  readonly consumer: string;
  readonly useCase: Type<U>;
  readonly queue?: QueueName;
  readonly wants?: (payload: P) => boolean;
  readonly driveOf?: (useCase: U, payload: P) => Promise<string | undefined> | string;
  readonly handle: (useCase: U, payload: P, context: DeliveryContext) => Promise<unknown>;
}

/** Provides the processor that only passes an event on to a use case, which the module provides too. */
export function eventProcessor<P extends object, U>(consumer: UseCaseConsumer<P, U>): Provider {
  return {
    provide: `processor ${consumer.consumer}`,
    inject: [consumer.useCase],
    useFactory: (useCase: U) => new UseCaseProcessor(consumer, useCase),
  };
}

class UseCaseProcessor<P extends object, U> extends EventProcessor<P> {
  readonly event: EventType<P>;
  readonly consumer: string;
  override readonly queue: QueueName;

  constructor(
    private readonly of: UseCaseConsumer<P, U>,
    private readonly useCase: U,
  ) {
    super();
    this.event = of.event;
    this.consumer = of.consumer;
    this.queue = of.queue ?? 'events';
  }

  override wants(payload: P): boolean {
    return this.of.wants?.(payload) ?? true;
  }

  override driveOf(payload: P): Promise<string | undefined> | string | undefined {
    return this.of.driveOf?.(this.useCase, payload);
  }

  async handle(payload: P, context: DeliveryContext): Promise<void> {
    await this.of.handle(this.useCase, payload, context);
  }
}

/** Retrying is useless; the delivery is marked as failed and can be retried by a person. */
export class GiveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GiveUp';
  }
}
