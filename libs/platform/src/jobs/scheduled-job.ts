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

interface UseCase {
  execute(stopping: AbortSignal): Promise<unknown>;
}

/** Provides the job that only executes a use case, which the module provides too. */
export function scheduledJob(name: string, useCase: Type<UseCase>): Provider {
  return {
    provide: `job ${name}`,
    inject: [useCase],
    useFactory: (instance: UseCase) => new UseCaseJob(name, instance),
  };
}

class UseCaseJob extends ScheduledJob {
  constructor(
    readonly name: string,
    private readonly useCase: UseCase,
  ) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.useCase.execute(stopping);
  }
}
