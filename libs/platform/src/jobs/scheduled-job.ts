/** Work that recurs. When it runs is written in apps/worker/src/schedules.ts and nowhere else. */
export abstract class ScheduledJob {
  abstract readonly name: string;
  /**
   * @param stopping aborted when the worker ends, when it has lost its lease, and two minutes after the run began: begin nothing
   * new, and come back within seconds. What is left is claimed by the next run.
   */
  abstract run(stopping: AbortSignal): Promise<void>;
}
