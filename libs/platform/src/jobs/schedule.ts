/** When a scheduled job runs: every so many milliseconds, or by a cron pattern in UTC. */
export interface Schedule {
  readonly job: string;
  /** What it does, for whoever looks after the workers. */
  readonly what: string;
  readonly everyMs?: number;
  readonly cron?: string;
}
