import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { bypassRowSecurity } from '../database/scope/data-scope.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';

/**
 * Drives refuse signatures that are five minutes off (contract, Signing). The alarm at a tenth of that leaves time to
 * act.
 */
const ALARM_SECONDS = 30;

/** Whether a clock that is ahead by `seconds` (behind: negative) needs attention. */
export const isOff = (seconds: number): boolean => Math.abs(seconds) > ALARM_SECONDS;

/**
 * Difference between the clock of this process and the database's, which all replicas share. Signed calls contain this
 * process's time, so a wrong clock on one machine breaks every Drive that it calls.
 */
@Injectable()
export class ClockOffset {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Positive: this process is ahead. The error is at most half of the round trip. */
  async seconds(): Promise<number> {
    const before = this.clock.wallNow().getTime();
    const [row] = await bypassRowSecurity(() =>
      this.database.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms'),
    );
    const after = this.clock.wallNow().getTime();
    return ((before + after) / 2 - row!.ms) / 1_000;
  }

  /** Adds the gauge. It is absent while the database does not answer, and logged when it needs attention. */
  addTo(register: Registry): void {
    const seconds = async (): Promise<number | undefined> => {
      const found = await this.seconds().catch(() => undefined);
      if (found !== undefined && isOff(found))
        this.log.error(
          { offset_s: found },
          'the clock of this process and the database’s are apart: Drives refuse what it signs',
        );
      return found;
    };
    new Gauge({
      name: 'portal_clock_offset_seconds',
      help: 'how far the clock of this process is ahead of the database’s',
      registers: [register],
      async collect() {
        const found = await seconds();
        if (found === undefined) this.remove();
        else this.set(found);
      },
    });
  }
}
