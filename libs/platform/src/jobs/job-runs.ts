import type { Database } from '../database/database.js';
import type { Schedule } from './schedule.js';

export interface PlannedJob extends Schedule {
  /** When the queue starts it, Unix milliseconds of the machine's clock. */
  readonly nextMs: number | undefined;
}

/** The queue uses the machine's clock; people see the portal's clock, which may be ahead in a sandbox. */
const inPortalTime = (ms: string): string => `platform.portal_now() + (to_timestamp(${ms} / 1000) - clock_timestamp())`;

/** Stores when every scheduled job ran and how that ended; the queue deletes jobs when they end. */
export class JobRuns {
  constructor(private readonly database: Database) {}

  /** Stores the schedules of this version and deletes those that no longer exist. */
  async plan(jobs: readonly PlannedJob[]): Promise<void> {
    await this.database.query(
      `with given as (
         select * from jsonb_to_recordset($1) as x(job text, what text, every_ms bigint, cron text, next_ms float8)),
       gone as (delete from platform.job_schedules s where not exists (select from given g where g.job = s.job))
       insert into platform.job_schedules as s (job, what, every_ms, cron, next_at)
       select job, what, every_ms, cron, ${inPortalTime('next_ms')} from given
       on conflict (job) do update
         set what = excluded.what, every_ms = excluded.every_ms, cron = excluded.cron,
           next_at = case when s.started_at is not null and s.ended_at is null then coalesce(s.next_at, excluded.next_at) else excluded.next_at end`,
      [
        JSON.stringify(
          jobs.map(({ job, what, everyMs, cron, nextMs }) => ({ job, what, every_ms: everyMs, cron, next_ms: nextMs })),
        ),
      ],
    );
  }

  /**
   * Records the start of a job, unless another live worker is running it.
   * @param workerNo worker whose lease it runs under
   * @param next.ms when it starts again, Unix milliseconds: after that it counts as late, even while it is running
   * @param next.shared several workers may run it at the same time
   * @returns whether it may run
   */
  async begin(
    job: string,
    workerNo: number,
    { ms, shared = false }: { ms?: number | undefined; shared?: boolean | undefined } = {},
  ): Promise<boolean> {
    const [known] = await this.database.query<{ taken: boolean }>(
      `with free as (
         update platform.job_schedules s set started_at = platform.portal_now(), ended_at = null, worker_no = $2,
           next_at = coalesce(${inPortalTime('$4::float8')}, next_at)
         where job = $1 and ($3 or started_at is null or ended_at is not null or worker_no is null or worker_no = $2
           or platform.worker_is_lost(worker_no)) returning 1)
       select exists (select from free) or not exists (select from platform.job_schedules where job = $1) as taken`,
      [job, workerNo, shared, ms ?? null],
    );
    return known!.taken;
  }

  /**
   * Records the end of a run; does nothing when another worker has started it since.
   * @param run.failure why it failed; undefined when it succeeded
   */
  async end(
    job: string,
    workerNo: number,
    run: { tookMs: number; failure: string | undefined; nextMs: number | undefined; shared?: boolean | undefined },
  ): Promise<void> {
    const { tookMs, failure, nextMs, shared = false } = run;
    await this.database.query(
      `update platform.job_schedules
       set started_at = coalesce(started_at, platform.portal_now() - $2::int * interval '1 millisecond'), ended_at = platform.portal_now(),
         took_ms = $2, last_error = $3, runs = runs + 1,
         failures = failures + case when $3::text is null then 0 else 1 end,
         next_at = coalesce(${inPortalTime('$4::float8')}, next_at)
       where job = $1 and ($6 or worker_no is null or worker_no = $5)`,
      [job, Math.round(tookMs), failure?.slice(0, 2_000) ?? null, nextMs ?? null, workerNo, shared],
    );
  }

  /**
   * Gives back the jobs that the worker has begun and does not run.
   * @param isRunning asked after they were read: a run is noted before it begins
   */
  async giveBack(workerNo: number, isRunning: (job: string) => boolean): Promise<void> {
    const held = await this.database.query<{ job: string; started: string }>(
      `select job, started_at::text as started from platform.job_schedules
       where worker_no = $1 and started_at is not null and ended_at is null`,
      [workerNo],
    );
    for (const { job, started } of held.filter((one) => !isRunning(one.job)))
      await this.database.query(
        `update platform.job_schedules set worker_no = null
         where job = $1 and worker_no = $2 and started_at = $3::timestamptz and ended_at is null`,
        [job, workerNo, started],
      );
  }

  /** Jobs whose worker was lost while they ran, with its number; null: it has given them back. */
  async interrupted(): Promise<{ job: string; workerNo: number | null }[]> {
    return this.database.query<{ job: string; workerNo: number | null }>(
      `select job, worker_no as "workerNo" from platform.job_schedules
       where started_at is not null and ended_at is null and (worker_no is null or platform.worker_is_lost(worker_no))`,
    );
  }

  /** Jobs that a person has started manually; each is returned once. */
  async takeAsked(): Promise<string[]> {
    const rows = await this.database.query<{ job: string }>(
      `update platform.job_schedules set asked_at = null where asked_at is not null returning job`,
    );
    return rows.map(({ job }) => job);
  }
}
