import { DiscoveryService } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Database, Transactor } from '@portal/platform/database';
import { Deliveries, EventProcessor, GiveUp, type DeliveryKey } from '@portal/platform/events';
import { ScheduledJob } from '@portal/platform/jobs';
import { isTooLarge } from './stage.js';

/** The worker of a simulation; it is the only one on the database. */
const WORKER = 1;

/**
 * Runs the product's background work one piece at a time and in order: the same events, processors and jobs, without
 * queues and delays. Work that must be retried is retried at every later step.
 */
export class Relay {
  private readonly processors: EventProcessor[];
  private readonly jobs: ScheduledJob[];
  private readonly later: DeliveryKey[] = [];
  private readonly deliveries: Deliveries;
  private readonly transactor: Transactor;
  private readonly database: Database;

  constructor(app: INestApplicationContext, jobs: readonly string[]) {
    const found = app.get(DiscoveryService).getProviders();
    const all = [...new Set(found.map(({ instance }: { instance?: unknown }) => instance))];
    this.processors = all.filter((instance) => instance instanceof EventProcessor);
    this.jobs = jobs.flatMap((name) => all.filter((i) => i instanceof ScheduledJob).filter((job) => job.name === name));
    this.deliveries = app.get(Deliveries);
    this.transactor = app.get(Transactor);
    this.database = app.get(Database);
  }

  /** Delivers every event until none is left. */
  async drain(): Promise<void> {
    const waiting = this.later.splice(0);
    for (const key of waiting) await this.deliver(key);
    for (;;) {
      const due = await this.deliveries.relay((type, payload) =>
        this.processors
          .filter((p) => p.event.type === type && p.wants(payload))
          .map((p) => ({ consumer: p.consumer, queue: p.queue })),
      );
      // An empty result may also mean that no one consumes these events; more may follow.
      if (due.length === 0 && !(await this.hasMore())) return;
      for (const key of due) await this.deliver({ eventId: key.eventId, consumer: key.consumer });
    }
  }

  private async hasMore(): Promise<boolean> {
    const rows = await this.database.query('select 1 from platform.outbox_events where relayed_at is null limit 1');
    return rows.length > 0;
  }

  /** Runs the scheduled jobs once, and everything that follows from them. */
  async runJobs(): Promise<void> {
    const { signal } = new AbortController();
    for (const job of this.jobs) await job.run(signal);
    await this.drain();
  }

  private async deliver(key: DeliveryKey): Promise<void> {
    const processor = this.processors.find((p) => p.consumer === key.consumer);
    const claimed = processor && (await this.deliveries.claim(key, WORKER));
    if (!claimed) return;
    const { transactor, deliveries } = this;
    try {
      await processor.handle(claimed.payload, {
        eventId: key.eventId,
        attempt: claimed.attempt,
        once: (work) =>
          transactor.run(async (tx) => ((await deliveries.markDone(tx, key, WORKER)) ? work(tx) : undefined)),
      });
      await transactor.run((tx) => deliveries.markDone(tx, key, WORKER));
    } catch (error) {
      // A retry would fail again, and everything after it would be wrong.
      if (isTooLarge(error)) throw error;
      const parked = error instanceof GiveUp;
      const why = error instanceof Error ? error.message : String(error);
      await deliveries.reschedule(key, WORKER, why, parked ? 'failed' : 0);
      if (!parked) this.later.push(key);
    }
  }
}
