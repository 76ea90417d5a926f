import { Param } from '@nestjs/common';
import { ApiProperty } from '../description/index.js';
import { ApiController, GetData, PostData } from '../http/routes/routes.js';
import { AppError, commonErrors } from '@portal/kernel';
import { maybeInstant, maybeText, maybeNumber } from '../http/fields/field-shapes.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { isoDates, type RowOf } from '../database/statements/row-of.js';
import { Transactor } from '../database/transactor.js';
import { CurrentActor, RequireRole } from '../access/access.js';
import type { Actor } from '../access/actor.js';
import { QUEUE_NAMES } from '../events/event-processor.js';

const STATES = ['waiting', 'running', 'done', 'failed', 'late', 'interrupted'] as const;
/** A job counts as late when it starts this long after its time: a worker is down, or all are busy. */
const LATE_AFTER = `interval '2 minutes'`;

class QueueView {
  @ApiProperty({ enum: QUEUE_NAMES }) queue: string;
  @ApiProperty({ description: 'Due now and not claimed by a worker' }) waiting: number;
  @ApiProperty({ description: 'Being worked on' }) running: number;
  @ApiProperty({ description: 'Failed, and will be retried' }) retrying: number;
  @ApiProperty({ description: 'Failed, until a person retries them' }) failed: number;
  @ApiProperty({ ...maybeInstant, description: 'Since when the oldest has been waiting' }) waiting_since: string | null;
}

class QueuesView {
  @ApiProperty({ enum: ['postgres', 'redis'], description: 'How work is handed to the workers' }) backend: string;
  @ApiProperty({ description: 'Running worker processes' }) workers: number;
  @ApiProperty({ description: 'Events that no worker has picked up yet' }) events_waiting: number;
  @ApiProperty(maybeInstant) events_waiting_since: string | null;
  @ApiProperty({ type: [QueueView] }) queues: QueueView[];
}

class JobScheduleView {
  @ApiProperty() job: string;
  @ApiProperty({ description: 'What it does' }) what: string;
  @ApiProperty({ enum: STATES }) state: string;
  @ApiProperty({ ...maybeNumber, description: 'Interval between starts, milliseconds' }) every_ms: number | null;
  @ApiProperty({ ...maybeText, description: 'Cron pattern in UTC' }) cron: string | null;
  @ApiProperty(maybeInstant) next_at: string | null;
  @ApiProperty(maybeInstant) started_at: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty({ ...maybeNumber, description: 'Duration of the last run, milliseconds' }) took_ms: number | null;
  @ApiProperty(maybeText) last_error: string | null;
  @ApiProperty() runs: number;
  @ApiProperty() failures: number;
  @ApiProperty({ description: 'A person requested a run that has not started yet' }) asked: boolean;
}

class JobSchedulesView {
  @ApiProperty({ type: [JobScheduleView] }) items: JobScheduleView[];
}

type ScheduleRow = RowOf<JobScheduleView, 'next_at' | 'started_at' | 'ended_at'>;

const SCHEDULES = `select job, what, every_ms::float8, cron, next_at, started_at, ended_at, took_ms, last_error, runs::float8, failures::float8,
    asked_at is not null as asked,
    case
      when started_at is not null and ended_at is null and (worker_no is null or platform.worker_is_lost(worker_no)) then 'interrupted'
      when started_at is not null and ended_at is null then 'running'
      when next_at < (select platform.portal_now()) - ${LATE_AFTER} then 'late'
      when last_error is not null then 'failed'
      when ended_at is not null then 'done'
      else 'waiting' end as state
  from platform.job_schedules`;

/** Queues and scheduled jobs, for admins. */
@ApiController('admin', 'api/v1/admin')
@RequireRole('admin')
export class QueuesController {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  /**
   * List the job queues. How many deliveries wait, run, retry and have failed in each, and how many workers are alive.
   */
  @GetData('queues', QueuesView)
  async listQueues() {
    const [[events], [workers], queues] = await Promise.all([
      this.database.query<{ waiting: string; since: Date | null }>(
        `select count(*) as waiting, min(created_at) as since from platform.outbox_events where relayed_at is null`,
      ),
      this.database.query<{ alive: string }>(
        `select count(*) as alive from platform.workers
         where lost_at is null and lease_until > clock_timestamp() and platform.worker_lock_held(no)`,
      ),
      this.database.query<{
        queue: string;
        waiting: string;
        running: string;
        retrying: string;
        failed: string;
        since: Date | null;
      }>(
        `select lane as queue,
           count(*) filter (where state = 'pending' and claimed_by is null and next_attempt_at <= clock_timestamp()) as waiting,
           count(*) filter (where state = 'pending' and claimed_by is not null) as running,
           count(*) filter (where state = 'pending' and claimed_by is null and next_attempt_at > clock_timestamp()) as retrying,
           count(*) filter (where state = 'failed') as failed,
           min(next_attempt_at) filter (where state = 'pending' and claimed_by is null and next_attempt_at <= clock_timestamp()) as since
         from platform.deliveries where state = 'pending' or state = 'failed' group by lane`,
      ),
    ]);
    return {
      backend: this.config.redisUrl === undefined ? 'postgres' : 'redis',
      workers: Number(workers!.alive),
      events_waiting: Number(events!.waiting),
      events_waiting_since: events!.since?.toISOString() ?? null,
      queues: QUEUE_NAMES.map((queue) => {
        const row = queues.find((one) => one.queue === queue);
        return {
          queue,
          waiting: Number(row?.waiting ?? 0),
          running: Number(row?.running ?? 0),
          retrying: Number(row?.retrying ?? 0),
          failed: Number(row?.failed ?? 0),
          waiting_since: row?.since?.toISOString() ?? null,
        };
      }),
    };
  }

  /** List the scheduled jobs. With their last and next run. */
  @GetData('schedules', JobSchedulesView)
  async listSchedules() {
    const rows = await this.database.query<ScheduleRow>(`${SCHEDULES} order by job`);
    return { items: rows.map(isoDates) };
  }

  /** Run a scheduled job now. A worker starts it within seconds. Its regular schedule stays the same. */
  @PostData('schedules/:job/run', JobScheduleView)
  async runSchedule(@Param('job') job: string, @CurrentActor() actor: Actor) {
    return this.transactor.run(async (tx) => {
      const asked = await tx.query(
        `update platform.job_schedules set asked_at = platform.portal_now() where job = $1 returning job`,
        [job],
      );
      if (asked.length === 0)
        throw new AppError(commonErrors.not_found, { message: 'There is no job with this name.' });
      await tx.audit(actor, 'schedule.run_asked', ['schedule', job]);
      const [row] = await tx.query<ScheduleRow>(`${SCHEDULES} where job = $1`, [job]);
      return isoDates(row!);
    });
  }
}
