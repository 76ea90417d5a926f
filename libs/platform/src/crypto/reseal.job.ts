import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { Reseal } from './reseal.js';
import { SealedStores } from './sealed-stores.js';

/**
 * Re-encrypts values of older keys with the newest key, and counts the rest (gauge `portal_sealed_under_older_keys`).
 * The next run continues after an interruption. A process that was started with an older key first skips its run, so
 * that two workers do not work against each other during a restart.
 */
@Injectable()
export class ResealJob extends ScheduledJob {
  readonly name = 'platform.reseal';

  constructor(
    private readonly stores: SealedStores,
    private readonly reseal: Reseal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async run(): Promise<void> {
    if (!(await this.reseal.isNewest())) return;
    const stores = this.stores.all();
    const older = await this.reseal.count(stores);
    if (older === 0 || older === (await this.reseal.brokenBefore())) return;
    const result = await this.reseal.execute(stores);
    await this.reseal.count(stores);
    this.logger.info({ reseal: result }, 're-encrypted with the newest key');
  }
}
