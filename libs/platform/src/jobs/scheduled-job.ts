/** A scheduled job. Its schedule is defined in apps/worker/src/schedules.ts only. */
export abstract class ScheduledJob {
  abstract readonly name: string;
  /**
   * @param stopping aborted when the worker stops, when it has lost its lease, and two minutes after the run began:
   *   start nothing new, and return within seconds. The next run claims the rest.
   */
  abstract run(stopping: AbortSignal): Promise<void>;
}
