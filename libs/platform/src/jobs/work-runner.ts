import type { Job, Queue, Worker } from 'bullmq';
import type { Config } from '../config/config.js';
import type { Transactor } from '../database/transactor.js';
import { underLease } from '../database/transaction/worker-lease.js';
import type { ClaimedDelivery, Deliveries, DeliveryKey, DueDelivery, HeldDelivery } from '../events/deliveries.js';
import { GiveUp, QUEUE_NAMES, type EventProcessor, type QueueName } from '../events/event-processor.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { inSpan } from '../logging/tracing.js';
import { beginWork } from '../health/measurements.js';
import { atStart, whileAway } from '../process/wait-until-up.js';
import { backoffMs } from './backoff.js';
import { createQueueBackend, type QueueBackend } from './backend.js';
import type { ReceiverBreaker } from './receiver-breaker.js';
import { DriveConcurrencyLimiter, type DriveLease } from './drive-concurrency-limiter.js';
import { QueueLoad } from './queue-load.js';
import { ScheduledWork, type ScheduledWorkParts } from './scheduled-work.js';
import { WorkerLiveness, type WorkerLease } from './worker-liveness.js';

const CONCURRENCY: Record<QueueName, number> = { events: 8, drives: 16, money: 8 };
/** How long running work may take to end; then the worker ends, and others take over. */
const STOP_MS = 8_000;
/** The relay also runs without a wake-up call at this interval. */
const RELAY_EVERY_MS = 1_000;
/** Wake-up calls that arrive sooner after the last relay wait until then, so that many events share one relay. */
const RELAY_REST_MS = 50;
const SWEEP_EVERY_MS = 2_000;
const ENSURE_SCHEDULES_EVERY_MS = 30_000;
const MAX_ATTEMPTS = 14;
/** How often work of a dead worker has priority; then it is queued normally, in case it was what killed the worker. */
const PASSES = 3;
/**
 * Up to this many jobs are added one by one: adding them in bulk uses temporary tables on PostgreSQL, which cost more
 * than ten jobs.
 */
const FEW = 10;

const nameOf = ({ eventId, consumer }: DeliveryKey): string => `${eventId}.${consumer}`;

export interface WorkRunnerParts extends ScheduledWorkParts {
  config: Config;
  transactor: Transactor;
  deliveries: Deliveries;
  processors: EventProcessor[];
  /** Shared with everything else that calls Drives in this process. */
  breaker: ReceiverBreaker;
  /** Owner of a Drive; a Drive without an owner has a limit of its own. */
  authorOf: (driveId: string) => Promise<string | undefined>;
  /** How long `stop` waits for running work, ms; 8 seconds by default. */
  stopMs?: number;
}

/**
 * Runs the product's background work: relays the outbox, queues deliveries in BullMQ, processes them, and finds what a
 * crash or an emptied queue left behind. A BullMQ job only names a delivery; platform.deliveries decides.
 */
export class WorkRunner {
  private backend: QueueBackend;
  private liveness: WorkerLiveness;
  private readonly queues = new Map<string, Queue>();
  private workers: Worker[] = [];
  private timers: NodeJS.Timeout[] = [];
  private relaying: Promise<void> | undefined;
  private resting: NodeJS.Timeout | undefined;
  private relayedAt = -Infinity;
  private readonly load = new QueueLoad(CONCURRENCY);
  private readonly ending = new AbortController();
  /** Deliveries that this worker handles or is about to claim, one entry for each time. */
  private readonly handling = new Set<DeliveryKey>();
  /** Running jobs with their queue. */
  private readonly work = new Map<Promise<void>, string>();
  private stopped: Promise<void> | undefined;
  private readonly processors: Map<string, EventProcessor>;
  private readonly scheduled: ScheduledWork;
  private readonly limiter: DriveConcurrencyLimiter<DeliveryKey>;

  private get stopping(): boolean {
    return this.ending.signal.aborted;
  }

  constructor(private readonly parts: WorkRunnerParts) {
    const lease = (): WorkerLease => this.liveness.lease;
    this.scheduled = new ScheduledWork(parts, this.queues, lease, this.ending.signal);
    this.limiter = new DriveConcurrencyLimiter(parts.breaker, () => parts.clock.wallNow().getTime());
    this.processors = new Map(parts.processors.map((p) => [p.consumer, p]));
    if (this.processors.size !== parts.processors.length)
      throw new Error('two event processors share one consumer name');
  }

  /** @throws NotUp when PostgreSQL goes away meanwhile and does not come back in time */
  async start(): Promise<void> {
    const { config, log } = this.parts;
    this.stopped = undefined;
    const attempt = (): Promise<void> =>
      this.open().catch(async (error: unknown) => {
        await this.close();
        throw error;
      });
    await whileAway('PostgreSQL', attempt, atStart(config, log));
    for (const { job, everyMs, everyWorker } of this.parts.schedules)
      if (everyWorker) this.every(everyMs!, () => this.scheduled.run(job));
    this.every(RELAY_EVERY_MS, () => this.relay());
    this.every(SWEEP_EVERY_MS, () => this.sweep());
    this.every(ENSURE_SCHEDULES_EVERY_MS, () => this.scheduled.ensure());
  }

  /** Opens connections and queues. What fails here cannot be used again. */
  private async open(): Promise<void> {
    const { config, log } = this.parts;
    this.workers = [];
    this.queues.clear();
    this.backend = createQueueBackend(config);
    this.liveness = new WorkerLiveness(config.databaseUrl, config.workerLeaseMs, () => this.wake(), log);
    await this.liveness.start();
    for (const name of QUEUE_NAMES) {
      this.addQueue(name);
      this.addWorker(name, (job) => this.processFrom(name, job), CONCURRENCY[name]);
    }
    for (const { name } of this.scheduled.queues) this.addQueue(name);
    // Before anything runs, because a job without its row could overlap itself.
    await this.scheduled.ensure();
    for (const { name, places } of this.scheduled.queues)
      this.addWorker(name, (job) => this.scheduled.run(job.name, job.timestamp + job.delay), places);
    // A queue that has failed to open stays so.
    await Promise.all([...this.queues.values(), ...this.workers].map((one) => one.waitUntilReady()));
    for (const worker of this.workers)
      void worker.run().catch((error: unknown) => log.error({ err: error, queue: worker.name }, 'worker ended'));
  }

  private async close(late = false): Promise<void> {
    // Workers with running jobs are not waited for; what their connection still receives is ignored.
    await Promise.all(
      this.workers.map((worker) => worker.close(late && [...this.work.values()].includes(worker.name))),
    );
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await this.liveness.stop();
    await this.backend.close();
  }

  /** Returns shortly after `stopMs`; work that has not ended by then is left as after a crash. */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.ending.abort();
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.resting);
    await Promise.all(this.workers.map((worker) => worker.pause(true)));
    const late = await this.isLate(Promise.all([this.relaying?.catch(() => undefined), ...this.work.keys()]));
    if (late) this.parts.log.warn({ jobs: [...this.scheduled.running] }, 'unfinished work is left to other workers');
    await this.close(late);
  }

  /** Whether running work fails to end in time. */
  private async isLate(ended: Promise<unknown>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>(
      (resolve) => (timer = setTimeout(() => resolve(true), this.parts.stopMs ?? STOP_MS)),
    );
    try {
      return await Promise.race([ended.then(() => false), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private addQueue(name: string): void {
    const queue = this.backend.queue(name);
    queue.on('error', (error) => this.parts.log.warn({ err: error, queue: name }, 'queue connection'));
    this.queues.set(name, queue);
  }

  private addWorker(name: string, process: (job: Job) => Promise<void>, concurrency: number): void {
    const worker = this.backend.worker(name, (job) => this.noted(name, process(job)), concurrency);
    worker.on('error', (error) => this.parts.log.warn({ err: error, queue: name }, 'worker connection'));
    this.workers.push(worker);
  }

  /** Tracks running work, for `stop`. */
  private noted(queue: string, work: Promise<void>): Promise<void> {
    const noted = work.finally(() => this.work.delete(noted));
    this.work.set(noted, queue);
    noted.catch(() => undefined);
    return noted;
  }

  private every(ms: number, work: () => Promise<void>): void {
    let running = false;
    this.timers.push(
      setInterval(() => {
        if (running || this.stopping) return;
        running = true;
        this.noted('', work())
          .catch((error: unknown) => this.parts.log.warn({ err: error }, 'background round failed, next one follows'))
          .finally(() => (running = false));
      }, ms),
    );
  }

  /** Relays now, or when the pause after the last relay is over. */
  private wake(): void {
    if (this.resting !== undefined || this.stopping) return;
    const rest = Math.max(0, this.relayedAt + RELAY_REST_MS - performance.now());
    this.resting = setTimeout(() => {
      this.resting = undefined;
      // A running relay may have missed the events of this wake-up call.
      if (this.relaying) void this.relaying.catch(() => undefined).then(() => this.wake());
      else void this.relay();
    }, rest);
  }

  /** Relays until the outbox is empty, unless a relay is running. */
  private async relay(): Promise<void> {
    if (this.relaying || this.stopping) return;
    this.relaying = (async () => {
      for (;;) {
        const due = await this.parts.deliveries.relay((type, payload) =>
          this.parts.processors
            .filter((p) => p.event.type === type && p.wants(payload))
            .map((p) => ({ consumer: p.consumer, queue: p.queue })),
        );
        if (due.length === 0) break;
        await this.enqueue(due);
      }
    })();
    try {
      await this.relaying;
    } catch (error) {
      this.parts.log.warn({ err: error }, 'relay failed, next round follows');
    } finally {
      this.relaying = undefined;
      this.relayedAt = performance.now();
    }
  }

  private async sweep(): Promise<void> {
    for (const worker of await this.parts.deliveries.endLostWorkers())
      this.parts.log.warn({ worker }, 'a worker is gone or has stopped; others take over its work');
    const { no } = this.liveness.lease;
    const idle = await this.idleOf(no);
    await this.enqueue(await this.parts.deliveries.sweep(this.load.progress(), idle));
    await this.again(this.limiter.ready());
    await this.scheduled.sweep();
  }

  /**
   * What this worker has claimed and does not run: the answer to its claim was lost with a connection, or it could not say
   * how the work ended. Asked in this order, because what runs is noted before it is claimed.
   */
  private async idleOf(workerNo: number): Promise<HeldDelivery[]> {
    const held = await this.parts.deliveries.heldBy(workerNo);
    const handled = new Set([...this.handling].map(nameOf));
    const idle = held.filter((one) => !handled.has(nameOf(one)));
    if (idle.length > 0)
      this.parts.log.warn({ deliveries: idle.length }, 'claimed work that nobody runs is given back');
    return idle;
  }

  private async enqueue(due: DueDelivery[], delayMs = 0): Promise<void> {
    for (const name of QUEUE_NAMES) {
      const jobs = due
        .filter((d) => d.queue === name)
        .map((d) => ({
          name: d.consumer,
          data: { eventId: d.eventId, consumer: d.consumer } satisfies DeliveryKey,
          opts: {
            jobId: `${nameOf(d)}.${d.enqueueNo}`,
            ...(d.orphaned === true && d.enqueueNo <= PASSES ? { lifo: true } : {}),
            ...(delayMs > 0 ? { delay: delayMs } : {}),
          },
        }));
      const queue = this.queues.get(name)!;
      if (jobs.length > FEW) await queue.addBulk(jobs);
      else for (const job of jobs) await queue.add(job.name, job.data, job.opts);
    }
  }

  /** Queues the delivery again at the end. The sweep finds what is lost here. */
  private async again(keys: DeliveryKey[]): Promise<void> {
    for (const key of keys) {
      const name = this.processors.get(key.consumer)!.queue;
      await this.queues.get(name)!.add(key.consumer, { eventId: key.eventId, consumer: key.consumer });
    }
  }

  private async processFrom(queue: QueueName, job: Job): Promise<void> {
    this.load.begin(queue, job.opts.lifo === true ? undefined : job.timestamp);
    try {
      await this.process(job.data as DeliveryKey);
    } finally {
      this.load.end(queue);
    }
  }

  private async process(key: DeliveryKey): Promise<void> {
    const processor = this.processors.get(key.consumer);
    if (!processor) return;
    if (processor.queue !== 'drives') return void (await this.handle(processor, key));
    const payload = await this.parts.deliveries.payload(key);
    if (!payload) return;
    const driveId = await processor.driveOf(payload);
    if (driveId === undefined) return void (await this.handle(processor, key));
    const drive = { driveId, authorId: (await this.parts.authorOf(driveId)) ?? driveId };
    await this.handleWithLease(processor, key, drive);
    if (!this.stopping) await this.again(this.limiter.ready(drive.authorId));
  }

  private async handleWithLease(processor: EventProcessor, key: DeliveryKey, lease: DriveLease): Promise<void> {
    const admission = this.limiter.acquire(nameOf(key), key, lease);
    if (admission.kind === 'waits') return;
    if (admission.kind === 'rest') {
      const next = await this.parts.deliveries.delay(key, admission.ms);
      if (next) await this.enqueue([next], admission.ms);
      return;
    }
    let answered: boolean | undefined;
    try {
      answered = await this.handle(processor, key);
    } finally {
      this.limiter.release(lease, answered);
    }
  }

  /** Returns whether the called Drive answered; undefined when the delivery is not to be handled. */
  private async handle(processor: EventProcessor, key: DeliveryKey): Promise<boolean | undefined> {
    const { deliveries } = this.parts;
    const { no } = this.liveness.lease;
    const noted = { ...key };
    this.handling.add(noted);
    try {
      const claimed = await deliveries.claim(key, no);
      return claimed && (await this.handleClaimed(processor, claimed, no));
    } finally {
      this.handling.delete(noted);
    }
  }

  private async handleClaimed(processor: EventProcessor, claimed: ClaimedDelivery, no: number): Promise<boolean> {
    const { deliveries, transactor } = this.parts;
    const key: DeliveryKey = claimed;
    let answered = true;
    const ended = beginWork(key.consumer, claimed.lateMs);
    try {
      const handled = async (): Promise<void> => {
        await processor.handle(claimed.payload, {
          eventId: key.eventId,
          attempt: claimed.attempt,
          once: (work) =>
            transactor.run(async (tx) => ((await deliveries.markDone(tx, key, no)) ? work(tx) : undefined)),
          unanswered: () => (answered = false),
        });
        await transactor.run((tx) => deliveries.markDone(tx, key, no));
      };
      await underLease(no, () => inSpan(key.consumer, 'CONSUMER', handled, claimed.traceparent));
      ended('done');
    } catch (error) {
      ended('failed');
      if (error instanceof OutboundError) answered = false;
      await this.failed(key, no, claimed.attempt, error);
    }
    return answered;
  }

  /** Plans the next attempt, unless another worker has taken the delivery over. */
  private async failed(key: DeliveryKey, workerNo: number, attempt: number, error: unknown): Promise<void> {
    const last = error instanceof GiveUp || attempt >= MAX_ATTEMPTS;
    const delayMs = backoffMs(attempt);
    const next = await this.parts.deliveries.reschedule(
      key,
      workerNo,
      error instanceof Error ? error.message : String(error),
      last ? 'failed' : delayMs,
    );
    const facts = { err: error, consumer: key.consumer, eventId: key.eventId, attempt };
    if (next === undefined) this.parts.log.warn(facts, 'delivery was taken over; what this worker did does not count');
    else if (next === 'failed') this.parts.log.error(facts, 'delivery parked as failed');
    else {
      this.parts.log.warn(facts, 'delivery will be tried again');
      await this.enqueue([next], delayMs);
    }
  }
}
