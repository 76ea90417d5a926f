import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Drives } from '@portal/authors';
import { EventProcessor } from '@portal/platform/events';
import { ScheduledJob, StartWork, type WorkRunner } from '@portal/platform/jobs';
import { SCHEDULES } from './schedules.js';

/** Finds every processor and job that the features provide and runs them. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, OnApplicationShutdown {
  private runner: WorkRunner | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly drives: Drives,
    private readonly startWork: StartWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const found = [...new Set(this.discovery.getProviders().map((wrapper) => wrapper.instance as unknown))];
    this.runner = await this.startWork.execute({
      processors: found.filter((instance) => instance instanceof EventProcessor),
      jobs: found.filter((instance) => instance instanceof ScheduledJob),
      schedules: SCHEDULES,
      authorOf: async (driveId) => (await this.drives.get(driveId))?.orgId,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner?.stop();
  }
}
