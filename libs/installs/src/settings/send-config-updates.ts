import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { DriveBreaker } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { ConfigUpdatesRepository } from './config-updates.repository.js';
import { SendConfigUpdate } from './send-config-update.js';

/** Updates that one worker claims at a time; as many Drives at most are called at once. */
const BATCH = 24;

/** Sends changed settings to Drives, one call per Drive at a time. Several workers share the work. */
@Injectable()
export class SendConfigUpdates {
  constructor(
    private readonly transactor: Transactor,
    private readonly updates: ConfigUpdatesRepository,
    private readonly send: SendConfigUpdate,
    private readonly breaker: DriveBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Until nothing is due. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const due = await this.transactor.run((tx) => this.updates.claim(tx, BATCH, this.breaker.open(this.now())));
      if (due.length === 0) return;
      const byDrive = new Map<string, string[]>();
      for (const { driveId, installId } of due) byDrive.set(driveId, [...(byDrive.get(driveId) ?? []), installId]);
      await Promise.all([...byDrive].map(([driveId, installIds]) => this.toDrive(driveId, installIds, stopping)));
    }
  }

  private async toDrive(driveId: string, installIds: readonly string[], stopping?: AbortSignal): Promise<void> {
    for (const installId of installIds) {
      // The rest is due again in a minute.
      if (stopping?.aborted || !this.breaker.admit(driveId, this.now())) return;
      let answered = true;
      try {
        answered = await this.send.execute(installId);
      } catch (error) {
        this.log.warn({ err: error, install_id: installId }, 'settings not sent');
      } finally {
        this.breaker.note(driveId, answered, this.now());
      }
    }
  }

  private now(): number {
    return this.clock.wallNow().getTime();
  }
}
