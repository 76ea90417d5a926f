import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { bypassRowSecurity } from '../database/scope/data-scope.js';
import { LOGGER } from '../logging/logger.js';
import { Readiness } from './readiness.js';
import { StatusRecord } from './status-record.repository.js';

/** More often than once a minute, so that no minute is left out. */
const EVERY_MS = 20_000;

/** The api records itself. Without its database it cannot: then it is silent, which the page shows as such. */
@Injectable()
export class ApiBeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private beats: NodeJS.Timeout | undefined;

  constructor(
    private readonly readiness: Readiness,
    private readonly record: StatusRecord,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.beats = setInterval(() => void this.beat(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.beats);
  }

  private async beat(): Promise<void> {
    try {
      await bypassRowSecurity(async () => {
        const missing = Readiness.missing(await this.readiness.check());
        await this.record.save('api', { api: missing.length > 0 });
      });
    } catch (error) {
      this.log.warn({ err: error }, 'the status of the api cannot be recorded');
    }
  }
}
