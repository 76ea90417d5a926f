/** Work that recurs. When it runs is written in apps/worker/src/schedules.ts and nowhere else. */
export abstract class ScheduledJob {
  abstract readonly name: string;
  abstract run(): Promise<void>;
}
