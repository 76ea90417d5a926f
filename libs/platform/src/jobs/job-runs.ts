import type { Database } from '../database/database.js';
import { workerLivesSql } from '../events/deliveries.js';
import type { Schedule } from './schedule.js';

export interface PlannedJob extends Schedule {
  /** When the queue starts it, Unix milliseconds of the machine's clock. */
  readonly nextMs: number | undefined;
}

/** The queue goes by the machine's clock; what people see, by the portal's, which a sandbox may have moved. */
const inPortalTime = (ms: string): string => `platform.portal_now() + (to_timestamp(${ms} / 1000) - clock_timestamp())`;

/** Remembers of every recurring job when it ran and how that ended; the queue forgets a job when it ends. */
export class JobRuns {
  constructor(private readonly database: Database) {}

  /** The schedules as this version of the product has them; what no version has any more goes. */
  async plan(jobs: readonly PlannedJob[]): Promise<void> {
    await this.database.query(
      `with given as (
         select * from jsonb_to_recordset($1) as x(job text, what text, every_ms bigint, cron text, next_ms float8)),
       gone as (delete from platform.job_schedules s where not exists (select from given g where g.job = s.job))
       insert into platform.job_schedules (job, what, every_ms, cron, next_at)
       select job, what, every_ms, cron, ${inPortalTime('next_ms')} from given
       on conflict (job) do update
         set what = excluded.what, every_ms = excluded.every_ms, cron = excluded.cron, next_at = excluded.next_at`,
      [
        JSON.stringify(
          jobs.map(({ job, what, everyMs, cron, nextMs }) => ({ job, what, every_ms: everyMs, cron, next_ms: nextMs })),
        ),
      ],
    );
  }

  /**
   * Notes that a job begins, unless another worker that lives is running it.
   * @param workerNo whose lock says that the job still runs
   * @param shared several workers may run it at the same time
   * @returns whether it may run
   */
  async begin(job: string, workerNo: number, shared = false): Promise<boolean> {
    const [known] = await this.database.query<{ taken: boolean }>(
      `with free as (
         update platform.job_schedules s set started_at = platform.portal_now(), ended_at = null, worker_no = $2
         where job = $1 and ($3 or started_at is null or ended_at is not null or worker_no is null or worker_no = $2
           or not ${workerLivesSql('worker_no')}) returning 1)
       select exists (select from free) or not exists (select from platform.job_schedules where job = $1) as taken`,
      [job, workerNo, shared],
    );
    return known!.taken;
  }

  /** @param failure why it failed; undefined when it did what it is for */
  async end(job: string, tookMs: number, failure: string | undefined, nextMs: number | undefined): Promise<void> {
    await this.database.query(
      `update platform.job_schedules
       set started_at = coalesce(started_at, platform.portal_now() - $2::int * interval '1 millisecond'), ended_at = platform.portal_now(),
         took_ms = $2, last_error = $3, runs = runs + 1,
         failures = failures + case when $3::text is null then 0 else 1 end,
         next_at = coalesce(${inPortalTime('$4::float8')}, next_at)
       where job = $1`,
      [job, Math.round(tookMs), failure?.slice(0, 2_000) ?? null, nextMs ?? null],
    );
  }

  /** Jobs that a person wants to run now; each is given out once. */
  async takeAsked(): Promise<string[]> {
    const rows = await this.database.query<{ job: string }>(
      `update platform.job_schedules set asked_at = null where asked_at is not null returning job`,
    );
    return rows.map(({ job }) => job);
  }
}
