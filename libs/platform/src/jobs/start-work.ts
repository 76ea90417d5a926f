import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Transactor } from '../database/transactor.js';
import { LOGGER } from '../logging/logger.js';
import { Deliveries } from '../events/deliveries.js';
import { ReceiverBreaker } from './receiver-breaker.js';
import type { WorkRunner, WorkRunnerParts } from './work-runner.js';

/** The processors and jobs to run, including platform's own. */
type Work = Pick<WorkRunnerParts, 'processors' | 'jobs' | 'schedules' | 'authorOf'>;

/** Starts the background work of this process. The queue library is loaded only then. */
@Injectable()
export class StartWork {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly deliveries: Deliveries,
    private readonly breaker: ReceiverBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws Error when two processors have the same name, or schedules and jobs do not match */
  async execute(work: Work): Promise<WorkRunner> {
    const { WorkRunner } = await import('./work-runner.js');
    const { config, transactor, database, deliveries, breaker, clock, log } = this;
    const runner = new WorkRunner({ ...work, config, transactor, database, deliveries, breaker, clock, log });
    await runner.start();
    return runner;
  }
}
