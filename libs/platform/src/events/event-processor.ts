import type { Provider, Type } from '@nestjs/common';
import type { Tx } from '../database/transaction/tx.js';
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

interface ProcessorOptions<P extends object, U> {
  readonly queue?: QueueName;
  readonly wants?: (payload: P) => boolean;
  readonly driveOf?: (useCase: U, payload: P) => Promise<string | undefined> | string;
}
type Pass<P extends object, U> = (useCase: U, payload: P, context: DeliveryContext) => Promise<unknown>;

/**
 * Provides the processor that only passes an event on to a use case, which the module provides too.
 * @param consumer stable name, `<lib>.<use-case>`
 */
export function eventProcessor<P extends object, U>(
  event: EventType<P>,
  consumer: string,
  useCase: Type<U>,
  ...how: [Pass<P, U>] | [ProcessorOptions<P, U>, Pass<P, U>]
): Provider {
  const [options, pass] = how.length === 1 ? [{}, ...how] : how;
  return {
    provide: `processor ${consumer}`,
    inject: [useCase],
    useFactory: (instance: U) => new UseCaseProcessor(event, consumer, instance, options, pass),
  };
}

/** As `eventProcessor`, in the queue of money. */
export const moneyProcessor = <P extends object, U>(
  event: EventType<P>,
  consumer: string,
  useCase: Type<U>,
  pass: Pass<P, U>,
) => eventProcessor(event, consumer, useCase, { queue: 'money' }, pass);

class UseCaseProcessor<P extends object, U> extends EventProcessor<P> {
  override readonly queue: QueueName;

  constructor(
    readonly event: EventType<P>,
    readonly consumer: string,
    private readonly useCase: U,
    private readonly options: ProcessorOptions<P, U>,
    private readonly pass: Pass<P, U>,
  ) {
    super();
    this.queue = options.queue ?? 'events';
  }

  override wants(payload: P): boolean {
    return this.options.wants?.(payload) ?? true;
  }

  override driveOf(payload: P): Promise<string | undefined> | string | undefined {
    return this.options.driveOf?.(this.useCase, payload);
  }

  async handle(payload: P, context: DeliveryContext): Promise<void> {
    await this.pass(this.useCase, payload, context);
  }
}

/** Retrying is useless; the delivery is marked as failed and can be retried by a person. */
export class GiveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GiveUp';
  }
}
