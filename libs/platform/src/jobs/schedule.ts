/** Where a scheduled job takes its place: what calls Drives and receivers can be slow, and money waits behind nobody. */
export type ScheduleLane = 'general' | 'money' | 'outbound';

/** When a scheduled job runs: every so many milliseconds, or by a cron pattern in UTC. It never overlaps itself. */
export interface Schedule {
  readonly job: string;
  /** What it does, for whoever looks after the workers. */
  readonly what: string;
  readonly everyMs?: number;
  readonly cron?: string;
  /** `general` unless said. */
  readonly lane?: ScheduleLane;
  /** Runs on every worker at the same time, each on rows that it claims, so that more workers do more. Needs `everyMs`. */
  readonly everyWorker?: true;
}
