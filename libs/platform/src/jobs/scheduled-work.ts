import type { Clock } from '@portal/kernel';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { isLeaseLost } from '../database/transactor.js';
import { underLease } from '../database/transaction/worker-lease.js';
import { beginWork } from '../health/measurements.js';
import { inSpan } from '../logging/tracing.js';
import { JobRuns, type PlannedJob } from './job-runs.js';
import { startDeadline } from './run-deadline.js';
import type { Schedule, ScheduleQueue } from './schedule.js';
import type { ScheduledJob } from './scheduled-job.js';
import type { WorkerLease } from './worker-liveness.js';

const QUEUES: Record<ScheduleQueue, string> = {
  general: 'schedules',
  money: 'schedules-money',
  outbound: 'schedules-outbound',
};
/** Scheduled jobs of one queue that run concurrently on this worker; in the queue money each has a slot of its own. */
const PLACES = 2;
/** How long a run of a scheduled job starts new work; the rest is due again immediately. */
const LONGEST_RUN_MS = 2 * 60_000;

export interface ScheduledWorkParts {
  database: Database;
  log: Logger;
  clock: Clock;
  jobs: ScheduledJob[];
  schedules: readonly Schedule[];
}

/** Runs scheduled jobs, each on one worker at a time, and finds those that a lost worker left behind. */
export class ScheduledWork {
  /** Names of the jobs that run on this worker. */
  readonly running = new Set<string>();
  private readonly runs: JobRuns;

  /**
   * @param open queues by name
   * @param ending aborted when the worker stops
   */
  constructor(
    private readonly parts: ScheduledWorkParts,
    private readonly open: ReadonlyMap<string, Queue>,
    private readonly lease: () => WorkerLease,
    private readonly ending: AbortSignal,
  ) {
    this.runs = new JobRuns(parts.database);
    const jobs = new Set(parts.jobs.map((j) => j.name));
    const unknown = parts.schedules.filter((s) => !jobs.has(s.job));
    if (unknown.length > 0 || parts.schedules.length !== jobs.size) {
      throw new Error(
        `schedules and jobs do not match: scheduled ${parts.schedules.map((s) => s.job).join(', ')}; jobs ${[...jobs].join(', ')}`,
      );
    }
  }

  /** The queues that start the jobs, with how many run at once. */
  get queues(): { name: string; places: number }[] {
    const ofMoney = this.parts.schedules.filter(({ queue }) => queue === 'money').length;
    return Object.entries(QUEUES).map(([queue, name]) => ({
      name,
      places: queue === 'money' ? Math.max(1, ofMoney) : PLACES,
    }));
  }

  /** @param dueMs when it was due, Unix milliseconds of the machine's clock */
  async run(name: string, dueMs?: number): Promise<void> {
    const job = this.parts.jobs.find((one) => one.name === name);
    const schedule = this.parts.schedules.find((one) => one.job === name);
    if (!job || !schedule || this.ending.aborted || this.running.has(name)) return;
    this.running.add(name);
    try {
      await this.runOnce(job, schedule, this.lease(), dueMs);
    } finally {
      this.running.delete(name);
    }
  }

  /** Starts what was asked for and what a lost worker left, and gives back what bears this worker's number and does not run. */
  async sweep(): Promise<void> {
    for (const job of await this.runs.takeAsked()) await this.startNow(job);
    await this.runs.giveBack(this.lease().no, (job) => this.running.has(job));
    // Under a separate name, so that every worker sees it until one has started it.
    for (const { job, workerNo } of await this.runs.interrupted()) await this.startNow(job, `${job}.after.${workerNo}`);
  }

  /** Plans each job in its queue and takes it out of others, from which an earlier version started it. */
  async ensure(): Promise<void> {
    const planned: PlannedJob[] = [];
    for (const schedule of this.parts.schedules) {
      const { job, everyMs, cron, everyWorker } = schedule;
      const queue = this.queueOf(schedule);
      if (!everyWorker && !(await queue.getJobScheduler(job)))
        await queue.upsertJobScheduler(
          job,
          cron === undefined ? { every: everyMs ?? 60_000 } : { pattern: cron, tz: 'UTC' },
          { name: job, data: {} },
        );
      planned.push({ ...schedule, nextMs: await this.nextStart(schedule) });
    }
    await this.runs.plan(planned);
    await this.removeMoved();
  }

  private async runOnce(
    job: ScheduledJob,
    schedule: Schedule,
    { no, lost }: WorkerLease,
    dueMs?: number,
  ): Promise<void> {
    const shared = schedule.everyWorker;
    const next = await this.nextStart(schedule);
    // On every worker: late once none of them has started for a whole interval.
    const lateFrom = shared && next !== undefined ? next + LONGEST_RUN_MS : next;
    if (!(await this.runs.begin(job.name, no, { ms: lateFrom, shared }))) return;
    const startedAt = performance.now();
    const ended = beginWork(job.name, dueMs === undefined ? undefined : this.parts.clock.wallNow().getTime() - dueMs);
    const deadline = startDeadline([this.ending, lost], LONGEST_RUN_MS);
    let failure: string | undefined;
    try {
      await underLease(no, () => inSpan(job.name, 'CONSUMER', () => job.run(deadline.signal)));
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      const what = isLeaseLost(error) ? 'was taken over' : 'failed, next run follows';
      this.parts.log.warn({ err: error, job: job.name }, `scheduled job ${what}`);
    } finally {
      deadline.end();
      ended(failure === undefined ? 'done' : 'failed');
    }
    const [tookMs, nextMs] = [performance.now() - startedAt, await this.nextStart(schedule)];
    await this.runs.end(job.name, no, { tookMs, failure, nextMs, shared });
  }

  private async startNow(job: string, jobId?: string): Promise<void> {
    const schedule = this.parts.schedules.find((one) => one.job === job);
    // A job of another version waits for a worker that has it.
    if (schedule) await this.queueOf(schedule).add(job, {}, jobId === undefined ? {} : { jobId });
  }

  private queueOf({ queue = 'general' }: Schedule): Queue {
    return this.open.get(QUEUES[queue])!;
  }

  /** When a scheduled job starts next, Unix milliseconds; undefined when its queue does not have it. */
  private async nextStart(schedule: Schedule): Promise<number | undefined> {
    if (schedule.everyWorker) return this.parts.clock.wallNow().getTime() + schedule.everyMs!;
    return (await this.queueOf(schedule).getJobScheduler(schedule.job))?.next ?? undefined;
  }

  private async removeMoved(): Promise<void> {
    for (const queue of Object.values(QUEUES).map((name) => this.open.get(name)!)) {
      const here = new Set(
        this.parts.schedules.filter((s) => !s.everyWorker && this.queueOf(s) === queue).map((s) => s.job),
      );
      for (const { key } of await queue.getJobSchedulers()) if (!here.has(key)) await queue.removeJobScheduler(key);
    }
  }
}
