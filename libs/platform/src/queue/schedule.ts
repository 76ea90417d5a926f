/** When a scheduled job runs: every so many milliseconds, or by a cron pattern in UTC. */
export interface Schedule {
  readonly job: string;
  readonly everyMs?: number;
  readonly cron?: string;
}
