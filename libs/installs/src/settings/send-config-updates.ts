import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { ReceiverBreaker, receiverRound } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { ConfigUpdatesRepository, type DueUpdate } from './config-updates.repository.js';
import { SendConfigUpdate } from './send-config-update.js';

/** Updates that one worker claims at a time. */
const BATCH = 24;

/** Sends changed settings to Drives. Several workers share the work; what one does not get to is due again in a minute. */
@Injectable()
export class SendConfigUpdates {
  constructor(
    private readonly transactor: Transactor,
    private readonly updates: ConfigUpdatesRepository,
    private readonly send: SendConfigUpdate,
    private readonly breaker: ReceiverBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Until nothing is due. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    const now = (): number => this.clock.wallNow().getTime();
    await receiverRound({
      claim: (leaveAlone) => this.transactor.run((tx) => this.updates.claim(tx, BATCH, leaveAlone)),
      whose: ({ driveId }) => driveId,
      work: ({ installId }: DueUpdate) => this.work(installId),
      breaker: this.breaker,
      now,
      stopping,
    });
  }

  private async work(installId: string): Promise<boolean> {
    try {
      return await this.send.execute(installId);
    } catch (error) {
      this.log.warn({ err: error, install_id: installId }, 'settings not sent');
      return true;
    }
  }
}
