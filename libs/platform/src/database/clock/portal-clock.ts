import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Config } from '../../config/config.js';
import { Database } from '../database.js';

/** How long a process may use a cached offset; transactions always read it from the database. */
const REFRESH_MS = 500;

/** Business time = wall time + the sandbox's test-clock offset (always 0 in production). */
@Injectable()
export class PortalClock extends Clock {
  private offsetMs = 0;
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {
    super();
  }

  wallNow(): Date {
    return new Date();
  }

  now(): Date {
    if (this.config.isSandbox && Date.now() - this.readAt > REFRESH_MS) void this.read();
    return new Date(Date.now() + this.offsetMs);
  }

  /** Reads the current offset from the database. */
  async refresh(): Promise<void> {
    await this.reading;
    await this.read();
  }

  private async read(): Promise<void> {
    this.reading ??= this.database
      .query<{ offset_ms: string }>('select offset_ms from platform.test_clock')
      .then(([row]) => {
        this.offsetMs = Number(row?.offset_ms ?? 0);
        this.readAt = Date.now();
      })
      .catch(() => undefined)
      .finally(() => (this.reading = undefined));
    await this.reading;
  }
}
