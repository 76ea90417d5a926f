/** Work that recurs. When it runs is written in apps/worker/src/schedules.ts and nowhere else. */
export abstract class ScheduledJob {
  abstract readonly name: string;
  /** @param stopping aborted when the worker ends: begin nothing new, and come back within seconds */
  abstract run(stopping: AbortSignal): Promise<void>;
}
