import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Drives } from '@portal/authors';
import { Clock } from '@portal/kernel';
import {
  Config,
  Database,
  Deliveries,
  DriveBreaker,
  EventProcessor,
  loadWorkRunner,
  LOGGER,
  ScheduledJob,
  Transactor,
  type WorkRunner,
} from '@portal/platform';
import type { Logger } from 'pino';
import { SCHEDULES } from './schedules.js';

/** Finds every processor and job that the features provide and runs them. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, OnApplicationShutdown {
  private runner: WorkRunner | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly deliveries: Deliveries,
    private readonly breaker: DriveBreaker,
    private readonly clock: Clock,
    private readonly drives: Drives,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { WorkRunner } = await loadWorkRunner();
    const found = [...new Set(this.discovery.getProviders().map((wrapper) => wrapper.instance as unknown))];
    this.runner = new WorkRunner({
      config: this.config,
      transactor: this.transactor,
      database: this.database,
      deliveries: this.deliveries,
      log: this.log,
      processors: found.filter((instance) => instance instanceof EventProcessor),
      jobs: found.filter((instance) => instance instanceof ScheduledJob),
      schedules: SCHEDULES,
      breaker: this.breaker,
      clock: this.clock,
      authorOf: async (driveId) => (await this.drives.get(driveId))?.orgId,
    });
    await this.runner.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner?.stop();
  }
}
