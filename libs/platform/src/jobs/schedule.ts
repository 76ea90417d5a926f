/** Queue of a scheduled job: calls to Drives and receivers can be slow and must not delay money. */
export type ScheduleQueue = 'general' | 'money' | 'outbound';

/** When a scheduled job runs: at an interval in ms, or by a cron pattern in UTC. It never overlaps itself. */
export interface Schedule {
  readonly job: string;
  /** Description for admins. */
  readonly what: string;
  readonly everyMs?: number;
  readonly cron?: string;
  /** Default `general`. */
  readonly queue?: ScheduleQueue;
  /** Runs on every worker at the same time, each on rows that it claims. Requires `everyMs`. */
  readonly everyWorker?: true;
}
