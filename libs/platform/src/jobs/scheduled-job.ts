import type { Provider, Type } from '@nestjs/common';

/** A scheduled job. Its schedule is defined in apps/worker/src/schedules.ts only. */
export abstract class ScheduledJob {
  abstract readonly name: string;
  /**
   * @param stopping aborted when the worker stops, when it has lost its lease, and two minutes after the run began:
   *   start nothing new, and return within seconds. The next run claims the rest.
   */
  abstract run(stopping: AbortSignal): Promise<void>;
}

type Run<U> = (useCase: U, stopping: AbortSignal) => Promise<unknown>;

/**
 * Provides the job that only calls a use case, which the module provides too.
 *
 * @param run its `execute` unless given
 */
export function scheduledJob(
  name: string,
  useCase: Type<{ execute(stopping: AbortSignal): Promise<unknown> }>,
): Provider;
export function scheduledJob<U>(name: string, useCase: Type<U>, run: Run<U>): Provider;
export function scheduledJob(
  name: string,
  useCase: Type,
  run: Run<{ execute: (stopping: AbortSignal) => Promise<unknown> }> = (instance, stopping) =>
    instance.execute(stopping),
): Provider {
  return {
    provide: `job ${name}`,
    inject: [useCase],
    useFactory: (instance: never) => new UseCaseJob(name, (stopping) => run(instance, stopping)),
  };
}

class UseCaseJob extends ScheduledJob {
  constructor(
    readonly name: string,
    private readonly work: (stopping: AbortSignal) => Promise<unknown>,
  ) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.work(stopping);
  }
}
